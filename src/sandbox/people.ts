/** Who calls: document 1, "Authentication". */
export interface Token {
  readonly key: string;
  readonly secret: string;
  readonly consumerKey: string;
  /** The name of the consumer. */
  name: string;
}

export interface User {
  readonly username: string;
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly tokens: Token[];
}
