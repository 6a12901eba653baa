/** An object whose members depend on the service. */
export interface JsonObject {
  readonly [member: string]: unknown;
}
