import type { Client } from "../../client/http/call.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { type Known, knownOf, readKnown } from "./known.ts";
import { learn } from "./learn.ts";
import { placeAt } from "./place.ts";

/**
 * What the effective service describes of itself: what is known of it, or what it answers where nothing is, where
 * that is out of date, and where it `isAskedAgain`. Throws the `Failure` of a service that cannot be asked.
 */
export async function serviceOffers(invocation: Invocation, isAskedAgain: boolean): Promise<Known> {
  const { context, globals, signal } = invocation;
  const place = placeAt(connectionOf(await invocation.connect("keyless")), globals, context);
  const known = isAskedAgain ? undefined : readKnown(place, context);
  return known !== undefined && !known.isStale ? known : knownOf(await learn(place, context, signal));
}

const connectionOf = ({ endpoint, trust }: Client) => ({
  endpoint,
  profile: undefined,
  caCert: trust?.caCertPath,
  insecure: trust?.insecure === true,
});
