/**
 * What services answer with. The members are those that services seen have; another deployment may have more, which
 * are passed on as they came and are `unknown` here.
 */
export interface Further {
  readonly [member: string]: unknown;
}

/** A JSON object of which nothing is known. */
export interface JsonObject extends Further {}
