import type { Client } from "../../../src/client/http/call.ts";
import { createClient } from "../../../src/client/http/client.ts";
import { parseKey } from "../../../src/client/profiles/credentials.ts";
import type { Clock, Random } from "../../../src/core/clock.ts";
import type { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { seeded } from "../random.ts";

let nonces = 0;

/** Seeded random numbers, with nonces that are unique in this process. */
export const randomOf = (seed: number): Random => ({
  next: seeded(seed),
  hex: (length) => {
    nonces += 1;
    return nonces.toString(16).padStart(length * 2, "0");
  },
});

export const sandboxClient = (
  { url, keys }: Sandbox,
  who: "administrator" | "user",
  clock: Clock,
  random: Random,
): Client =>
  createClient({
    endpoint: {
      baseUrl: url,
      addressing: "path",
      signature: "plaintext",
      credentials: parseKey(keys[who], "the sandbox"),
      clockOffsetMs: 0,
    },
    clock,
    random,
    env: {},
  });
