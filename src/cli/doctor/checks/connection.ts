import { isLoopbackHost } from "../../../client/http/address.ts";
import { Failure, isSystemError } from "../../../core/failure.ts";
import { bounded } from "../bounded.ts";
import { type CheckSpec, type Finding, ok, warning } from "../check.ts";
import { explained } from "../explained.ts";
import { type Facts, peerOf } from "../facts.ts";
import type { Address } from "../probes/names.ts";
import { openSocket } from "../probes/sockets.ts";

/** Whether each address takes connections. */
export const connectionCheck: CheckSpec = {
  name: "connection",
  needs: ["dns"],
  async examine(facts) {
    const { host, port } = peerOf(facts);
    const tries = await Promise.all(
      (facts.addresses ?? []).map((address) => tryAddress(address, port, facts)),
    );
    facts.subject.signal?.throwIfAborted();
    return judgeConnections(tries, { host, port }, (error) => explained(error, facts));
  },
};

/** What became of the connection to one address. */
export interface Try extends Address {
  /** Milliseconds until it was there. */
  readonly tookMs?: number;
  readonly error?: unknown;
}

async function tryAddress(address: Address, port: number, { subject }: Facts): Promise<Try> {
  const { context, timeoutMs, signal } = subject;
  const startMs = context.clock.monotonic();
  try {
    const socket = await bounded(context.clock, signal, timeoutMs, (limit) =>
      openSocket({ host: address.address, port }, limit),
    );
    socket.destroy();
    return { ...address, tookMs: Math.round(context.clock.monotonic() - startMs) };
  } catch (error) {
    return { ...address, error };
  }
}

export function judgeConnections(
  tries: readonly Try[],
  { host, port }: { readonly host: string; readonly port: number },
  explain: (error: unknown) => Finding,
): Finding {
  const open = tries.filter(({ error }) => error === undefined);
  const closed = tries.filter(({ error }) => error !== undefined);
  const [first] = closed;
  if (open.length === 0) {
    const finding = explain(timeoutAsCode(first?.error));
    const each = tries.length > 1 ? ` (${closed.map(inWords).join("; ")})` : "";
    return { ...finding, found: `${finding.found}${each}` };
  }
  const reached = open.map(({ address, tookMs }) => `${address} in ${tookMs} ms`).join(", ");
  const found = `port ${port} of ${reached}`;
  if (first === undefined) return ok(found);
  const others = closed.map(inWords).join("; ");
  if (isLoopbackHost(host)) return ok(`${found}; ${others}`);
  return warning(
    `${found}; ${others}`,
    `mend the ${first.family} route to ${first.address}, or take that address out of the name ${host}: each new connection may wait for it`,
  );
}

const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refuses connections",
  ENETUNREACH: "has no route",
  EHOSTUNREACH: "has no route",
  ETIMEDOUT: "does not answer",
  ECONNRESET: "closes connections",
};

const inWords = ({ address, error }: Try): string =>
  `${address} ${words[codeOf(error)] ?? `fails (${codeOf(error)})`}`;

const codeOf = (error: unknown): string =>
  isSystemError(error) ? error.code : error instanceof Failure ? "ETIMEDOUT" : "unknown error";

/** The end of the check's time as the error that a connection itself would end with. */
const timeoutAsCode = (error: unknown): unknown =>
  error instanceof Failure ? Object.assign(new Error("time is over"), { code: "ETIMEDOUT" }) : error;
