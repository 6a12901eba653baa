/** Returns a function that calls `make` on its first call, and keeps the result. */
export function once<Value>(make: () => Value): () => Value {
  let result: { readonly value: Value } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}

/** Like `once`, but reads again after a failure. */
export function onceSuccessful<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= read().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
}
