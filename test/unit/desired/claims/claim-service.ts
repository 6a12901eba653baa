import type { Operation } from "../../../../src/catalogue/operation.ts";
import type { Answer, CallOptions, Client, Values } from "../../../../src/client/http/call.ts";
import { Failure } from "../../../../src/core/failure.ts";
import { applyClaims } from "../../../../src/desired/claims/apply-claims.ts";
import type { ClaimResult } from "../../../../src/desired/claims/claim-result.ts";
import type { ClaimDeps, ClaimOptions } from "../../../../src/desired/claims/decide.ts";
import type { Claim } from "../../../../src/desired/item.ts";
import type { Sandbox } from "../../../../src/sandbox/sandbox.ts";
import type { Node } from "../../../../src/sandbox/state/node.ts";
import { sandboxOfFile } from "../../../sandboxes.ts";
import { seeded } from "../../random.ts";
import { randomOf, sandboxClient } from "../sandbox-client.ts";
import { type VirtualTime, virtualTime } from "./virtual-time.ts";

/** Request failures: their rates, and the request at which the process dies. */
export interface Trouble {
  /** Rates of requests that are lost before arrival, lost after being carried out, and answered with 500. */
  readonly lost: number;
  readonly unanswered: number;
  readonly refused: number;
  /** The request number, from 1, and whether it is still carried out. */
  readonly dies?: { readonly at: number; readonly isDone: boolean };
}

export const noTrouble: Trouble = { lost: 0, unanswered: 0, refused: 0 };

/** A sandbox in this process with virtual time. */
export interface ClaimService {
  readonly sandbox: Sandbox;
  readonly time: VirtualTime;
  /** Method and path of each sent request. */
  readonly requests: string[];
  nodes(): readonly Node[];
  client(who: "administrator" | "user", seed: number, trouble?: Trouble, onDeath?: () => void): Client;
  deps(client: Client, seed: number): ClaimDeps;
  /** Runs once; undefined if the process died. */
  apply(claims: readonly Claim[], run?: Run): Promise<readonly ClaimResult[] | undefined>;
  pass(ms: number): Promise<void>;
}

export interface Run extends Partial<ClaimOptions> {
  readonly who?: "administrator" | "user";
  readonly seed?: number;
  readonly trouble?: Trouble;
}

/** Stopped after all tests of the file that calls this while it is loaded. */
export async function claimServiceOfFile(): Promise<ClaimService> {
  const time = virtualTime(Date.parse("2026-03-01T00:00:00Z"));
  const sandbox = await sandboxOfFile({ machines: 24, now: time.now });
  const service: ClaimService = {
    sandbox,
    time,
    requests: [],
    nodes: () => Object.values(sandbox.world.state.nodes.bySystemId),
    client(who, seed, trouble = noTrouble, onDeath = () => undefined) {
      const client = sandboxClient(sandbox, who, time.clock, randomOf(seed));
      return failingClient(client, service, seeded(seed + 7919), trouble, onDeath);
    },
    deps(client, seed) {
      const stopSignal = new AbortController().signal;
      return {
        client,
        clock: time.clock,
        random: randomOf(seed),
        parallel: 4,
        stopSignal,
        note: () => undefined,
      };
    },
    async apply(claims, run = {}) {
      const { who = "administrator", seed = 1, trouble, ...overrides } = run;
      let die: () => void = () => undefined;
      const death = new Promise<undefined>((resolve) => {
        die = () => resolve(undefined);
      });
      const client = service.client(who, seed, trouble, die);
      const claimOptions = {
        replacesFailed: false,
        keep: new Set<string>(),
        confirmedReleases: new Set<string>(),
        ...overrides,
      };
      const result = applyClaims(claims, claimOptions, service.deps(client, seed));
      return await time.until(sandbox, Promise.race([result, death]));
    },
    pass: (ms) => time.until(sandbox, time.clock.sleep(ms)),
  };
  return service;
}

/** A client with request failures. Time stands still while a request is in progress. */
function failingClient(
  client: Client,
  { time, requests }: ClaimService,
  next: () => number,
  trouble: Trouble,
  onDeath: () => void,
): Client {
  let requestCount = 0;
  let isDead = false;
  const never = () => new Promise<never>(() => undefined);
  const around = async (name: string, isChange: boolean, send: () => Promise<Answer>): Promise<Answer> => {
    if (isDead) return await never();
    const release = time.hold();
    try {
      requestCount += 1;
      const { dies } = trouble;
      if (dies !== undefined && requestCount >= dies.at) {
        isDead = true;
        if (dies.isDone)
          await send().then(
            (answer) => answer.value(),
            () => undefined,
          );
        onDeath();
        release();
        return await never();
      }
      requests.push(name);
      const chance = next();
      const lost = (text: string) =>
        new Failure("unreachable", text, {
          request: name,
          ...(isChange ? { outcome: "unknown" as const } : {}),
        });
      if (chance < trouble.lost) throw lost("the connection was closed");
      const answer = await send();
      if (chance < trouble.lost + trouble.unanswered) {
        await answer.value();
        throw lost("the connection was closed without an answer");
      }
      const body = await readFully(answer);
      if (!isDead) return body;
      release();
      return await never();
    } finally {
      release();
    }
  };
  return {
    ...client,
    async call(operation: Operation, values: Values, options?: CallOptions) {
      const name = `${operation.method} ${operation.path}`;
      const isChange = operation.method !== "GET";
      if (next() < trouble.refused) {
        const details = { request: name, status: 500, ...(isChange ? { outcome: "unknown" as const } : {}) };
        return await around(name, isChange, () =>
          Promise.reject(new Failure("serverError", "the service failed (500)", details)),
        );
      }
      return await around(name, isChange, () => client.call(operation, values, options));
    },
    send: (request, options) =>
      around(`${request.method} ${request.url}`, false, () => client.send(request, options)),
  };
}

/** The same answer with its body already read. */
async function readFully(answer: Answer): Promise<Answer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.bytes()) pieces.push(piece);
  const body = Buffer.concat(pieces);
  return {
    ...answer,
    async *bytes() {
      yield body;
    },
    value: async () => (body.length === 0 ? undefined : JSON.parse(body.toString("utf8"))),
  };
}

const place = { file: "site.yaml", line: 2, column: 5 };

const text = (value: string) => ({ form: "text", place, text: value }) as const;

/** A claim as parsed from a file. */
export function claimOf(
  name: string,
  count: number,
  allocate: Readonly<Record<string, string>> = {},
  deploy: Readonly<Record<string, string>> = {},
): Claim {
  const fields = (options: Readonly<Record<string, string>>) =>
    new Map(Object.entries(options).map(([field, value]) => [field, text(value)] as const));
  return { name, place, count, allocate: fields(allocate), deploy: fields(deploy) };
}

/** The properties of nodes that a claim must not change unless they are its own. */
export const traitsOf = ({ systemId, status, owner, agentName, locked, annotations }: Node) => ({
  ...{ systemId, status, owner, agentName, locked, annotations },
});
