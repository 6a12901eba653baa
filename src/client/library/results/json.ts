/** An object whose members are not known beforehand. */
export interface JsonObject {
  readonly [member: string]: unknown;
}
