import { expect, onTestFinished, test } from "vitest";
import { claimOf, openClaimService } from "./claim-service.ts";

test("a claim", async () => {
  const service = await openClaimService();
  onTestFinished(() => service.sandbox.stop());
  const [result] = (await service.apply([claimOf("runners", 3)])) ?? [];
  console.log(
    result?.failure,
    service.requests,
    result?.machines.map((m) => [m.view.hostname, m.view.statusName, m.annotations]),
  );
  service.requests.length = 0;
  const [again] = (await service.apply([claimOf("runners", 3)])) ?? [];
  console.log(again?.failure, service.requests);
  expect(
    service
      .nodes()
      .filter((n) => n.agentName === "claim/runners")
      .map((n) => n.status),
  ).toEqual(["deployed", "deployed", "deployed"]);
});
