/** Results have the members that deployed services return; others are passed on and are `unknown` here. */
export interface Further {
  readonly [member: string]: unknown;
}

export interface JsonObject extends Further {}
