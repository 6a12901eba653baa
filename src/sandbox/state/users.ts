import type { SeededRandom } from "../simulation/random.ts";

export interface Token {
  readonly key: string;
  readonly secret: string;
  readonly consumerKey: string;
  name: string;
}

export type Caller = Pick<User, "username" | "isAdministrator">;

export interface User {
  readonly username: string;
  readonly email: string;
  readonly isAdministrator: boolean;
  readonly tokens: Token[];
}

const initialUsers = [
  { username: "admin", isAdministrator: true },
  { username: "bob", isAdministrator: false },
  { username: "carol", isAdministrator: false },
] as const;

export const seedUsers = (random: SeededRandom): User[] =>
  initialUsers.map((user) => ({
    ...user,
    email: `${user.username}@sandbox.example`,
    tokens: [makeToken(random, "SVC consumer")],
  }));

/** The lengths are those of live services. */
export const makeToken = (random: SeededRandom, name: string): Token => ({
  consumerKey: random.token(18),
  key: random.token(18),
  secret: random.token(32),
  name,
});

export const apiKey = (token: Token): string => `${token.consumerKey}:${token.key}:${token.secret}`;

export const keysOfUsers = (users: readonly User[]) =>
  users.map(({ username, isAdministrator, tokens }) => ({
    username,
    is_superuser: isAdministrator,
    keys: tokens.map(apiKey),
  }));

export function findToken(
  users: readonly User[],
  consumerKey: string,
  key: string,
): { readonly user: User; readonly token: Token } | undefined {
  for (const user of users) {
    const token = user.tokens.find((each) => each.key === key && each.consumerKey === consumerKey);
    if (token !== undefined) return { user, token };
  }
  return undefined;
}
