/** An object whose members depend on the service. */
export interface JsonObject {
  readonly [member: string]: unknown;
}

/** An object with an address. */
export interface Resource {
  readonly resource_uri: string;
}

export interface NumberedResource extends Resource {
  readonly id: number;
}

export interface NamedResource extends NumberedResource {
  readonly name: string;
}
