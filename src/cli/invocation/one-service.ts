import { Failure } from "../../core/failure.ts";

/** Throws a usage `Failure` for a key or an address of one service, because it must not be used for another. */
export function refuseSingleServiceSettings(
  options: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): void {
  const variable = ["SVC_URL", "SVC_API_KEY"].find((name) => (env[name] ?? "") !== "");
  const option = ["url", "api-key-file", "api-key-stdin"].find(
    (name) => options[name] !== undefined && options[name] !== env["SVC_URL"],
  );
  const source = option === undefined ? variable : `--${option}`;
  if (source === undefined) return;
  throw new Failure(
    "usage",
    `${source} is for one service, but the command line names several profiles or sites`,
    { hint: option === undefined ? `run it without ${source}, or without sites` : `leave ${source} out` },
  );
}
