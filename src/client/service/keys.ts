import { group } from "../../catalogue/groups/tokens.ts";
import { Failure } from "../../core/failure.ts";
import type { Client, Endpoint } from "../http/call.ts";
import { redirectWords } from "../http/errors.ts";

type Addressing = Endpoint["addressing"];

/** Both forms in which a service may take operations, one of them first. */
export const formsFrom = (first: Addressing): readonly Addressing[] =>
  first === "path" ? ["path", "query"] : ["query", "path"];

/** Reads the list of the user's keys, which every user may read. Throws a `Failure` for any other answer. */
export async function readKeys(client: Client): Promise<readonly unknown[]> {
  const answer = await client.call(group.operations["account.list_authorisation_tokens"], {});
  const keys = await answer.value();
  if (!Array.isArray(keys)) throw new Failure("other", "the service's answer is not a list of API keys");
  return keys;
}

/**
 * Finds the form in which a service takes operations, by reading the list of the user's keys in each of `forms`.
 * Throws the `Failure` of the first form where none works, and at once one that is not about the form.
 */
export async function findForm(
  forms: readonly Addressing[],
  open: (addressing: Addressing) => Promise<Client>,
): Promise<Addressing> {
  let refusal: Failure | undefined;
  for (const addressing of forms) {
    try {
      await readKeys(await open(addressing));
      return addressing;
    } catch (error) {
      if (!(error instanceof Failure) || !mayBeAddressing(error)) throw error;
      refusal ??= error;
    }
  }
  throw refusal ?? new Failure("usage", "no form is given");
}

/**
 * The failures of a service that does not know an address; all others are about the key, the network or the
 * service's health.
 */
export function mayBeAddressing({ kind, details }: Failure): boolean {
  return kind === "notFound" || kind === "other" || (kind === "invalid" && details.status !== 401);
}

/** The failure of an address where no service of this API answers, by what is said there to a first request. */
export function noService({ baseUrl }: Pick<Endpoint, "baseUrl">, refusal: Failure): Failure {
  const { hint } = refusal.details;
  const target = hint?.startsWith(redirectWords) === true ? `${hint.split("; ")[0]}; ` : "";
  return new Failure(refusal.kind, `no service with this API answers at ${baseUrl}: ${refusal.message}`, {
    ...refusal.details,
    hint: `${target}check the address: the service's name segment is part of it, as in http://host:5240/SVC`,
  });
}
