/** A documented failure: thrown by a handler or by the state, answered as text unless `body` is an object. */
export class Refusal extends Error {
  readonly status: number;
  /** Field name to messages, answered as JSON (field notes, "Answers"). */
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string | Readonly<Record<string, readonly string[]>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof message === "string" ? message : JSON.stringify(message));
    this.status = status;
    this.fields = typeof message === "string" ? undefined : message;
    this.headers = headers;
  }
}
