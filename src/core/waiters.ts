interface Waiters {
  next(): Promise<void>;
  wake(): void;
}

/** Lets any number of callers wait for the next change of a shared state. */
export function createWaiters(): Waiters {
  const callbacks: (() => void)[] = [];
  return {
    next: () => new Promise((resolve) => void callbacks.push(resolve)),
    wake: () => {
      for (const resolve of callbacks.splice(0)) resolve();
    },
  };
}
