import { type Waiter, type WaiterName, waiters } from "../../../../src/catalogue/statuses.ts";
import type { Goal } from "../../../../src/client/lifecycle/goal.ts";
import type {
  ProgressEvent,
  WaitOptions,
  WatchTarget,
} from "../../../../src/client/lifecycle/progress-event.ts";
import { waitFor } from "../../../../src/client/lifecycle/wait.ts";
import { type FakeMachine, type FakeService, fakeClock, fakeService } from "./fake-service.ts";

export const minuteMs = 60_000;

/** Prepares a wait for these machines with a fake service and clock. */
export function setUp(...machines: FakeMachine[]) {
  const service: FakeService = fakeService(...machines);
  const clock = fakeClock();
  const events: ProgressEvent[] = [];
  const run = (
    waiter: WaiterName | Goal,
    targets: readonly WatchTarget[],
    options: Partial<WaitOptions> = {},
  ) =>
    waitFor(
      targets,
      typeof waiter === "string" ? { kind: "operation", waiter: waiters[waiter] as Waiter } : waiter,
      {
        client: service,
        clock,
        random: () => 0.5,
        pollIntervalMs: undefined,
        deadlineMs: 40 * minuteMs,
        onProgress: (event) => events.push(event),
        ...options,
      },
    );
  const eventsOf = <Type extends ProgressEvent["type"]>(type: Type) =>
    events.filter((event): event is Extract<ProgressEvent, { type: Type }> => event.type === type);
  return { service, clock, events, run, eventTexts: eventsOf };
}

export const target = (systemId: string, more: Partial<WatchTarget> = {}): WatchTarget => ({
  systemId,
  hostname: `host-${systemId}`,
  ...more,
});

/** A script that is deploying for `reads` reads and then continues with `after`. */
export const deployingFor = (reads: number, ...after: FakeMachine["script"]) => [
  ...Array.from({ length: reads }, () => "deploying" as const),
  ...after,
];
