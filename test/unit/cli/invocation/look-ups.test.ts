import { expect, test } from "vitest";
import { lookUps } from "../../../../src/cli/invocation/look-ups.ts";
import type { Client } from "../../../../src/client/http/call.ts";
import { Failure } from "../../../../src/core/failure.ts";

test("the use of subnets is no longer requested when the service does not answer", async () => {
  let requests = 0;
  const client = {
    call: async () => {
      requests += 1;
      throw new Failure("unreachable", "no answer");
    },
  } as unknown as Client;
  const subnets = Array.from({ length: 60 }, (_, id) => `/SVC/api/2.0/subnets/${id}/`);
  expect(await lookUps.subnetUse(client, subnets, () => undefined)).toEqual(new Map());
  expect(requests).toBeLessThanOrEqual(8);
});
