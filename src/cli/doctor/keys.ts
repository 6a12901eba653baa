import type { Endpoint } from "../../client/http/call.ts";
import { findForm, formsFrom } from "../../client/service/keys.ts";
import { Failure } from "../../core/failure.ts";
import { connectionOf, type Facts, openClient } from "./facts.ts";

/**
 * Asks for the list of the user's keys, as `svc login` does, first in the form of addressing that is set; once,
 * whichever check asks first. Answers the form that worked, or why none did.
 */
export function askKeys(facts: Facts): Promise<Endpoint["addressing"] | Failure> {
  facts.keys ??= ask(facts);
  return facts.keys;
}

async function ask(facts: Facts): Promise<Endpoint["addressing"] | Failure> {
  const { addressing } = connectionOf(facts).endpoint;
  try {
    return await findForm(formsFrom(addressing), async (form) => openClient(facts, { addressing: form }));
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
