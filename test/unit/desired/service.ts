import { afterAll, onTestFinished } from "vitest";
import { loadGroup } from "../../../src/catalogue/index.ts";
import type { Operation } from "../../../src/catalogue/operation.ts";
import type { Client, Values } from "../../../src/client/http/call.ts";
import { type Clock, systemClock } from "../../../src/core/clock.ts";
import { applyPlan, type StepResult } from "../../../src/desired/apply.ts";
import type { Plan } from "../../../src/desired/change.ts";
import type { ItemSet } from "../../../src/desired/item.ts";
import { type LoadedKind, loadKinds } from "../../../src/desired/kinds.ts";
import { observe } from "../../../src/desired/observe.ts";
import { makePlan } from "../../../src/desired/plan.ts";
import type { Caller } from "../../../src/desired/plan-notices.ts";
import { type ShownStep, shownStep } from "../../../src/desired/shown-change.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../../src/sandbox/sandbox.ts";
import { randomOf, sandboxClient } from "./sandbox-client.ts";
import { desiredSite, type Site } from "./site.ts";

/** A sandbox in this process, a client for it, and the kinds that svc can manage. */
export interface Service {
  readonly sandbox: Sandbox;
  readonly client: Client;
  readonly kinds: ReadonlyMap<string, LoadedKind>;
  /** Method and path of each request; tests may empty the list. */
  readonly requests: string[];
  /** The requested sleeps in milliseconds; they end at once. */
  readonly pauses: number[];
  retries: number;
  /** True after a signal, for example. */
  isStopped: boolean;
  /** Called before each request; a thrown error becomes the result of the request. */
  before: (operation: Operation) => void;
  /** Called after the service has answered; a thrown error replaces the answer. */
  after: (operation: Operation) => void;
  /** Changes the answers of all requests except lists. */
  answer?: ((operation: Operation, value: Readonly<Record<string, unknown>>) => unknown) | undefined;
  plan(site: Site | ItemSet, isPruned?: boolean): Promise<readonly ShownStep[]>;
  /** The plan that another user gets. */
  look(site: Site, caller?: Caller): Promise<Plan>;
  apply(site: Site | ItemSet, isPruned?: boolean): Promise<readonly StepResult[]>;
  read(group: string, id: string, values?: Values): Promise<unknown>;
  stop(): Promise<void>;
}

async function openService(options: SandboxOptions = {}, seed = 1): Promise<Service> {
  const clock: Clock = {
    ...systemClock,
    sleep: async (ms) => {
      service.pauses.push(ms);
    },
  };
  const sandbox = await startSandbox({ instant: true, machines: 6, ...options });
  const random = randomOf(seed);
  const requests: string[] = [];
  const transport = sandboxClient(sandbox, "administrator", clock, random);
  const client: Client = {
    ...transport,
    async call(operation: Operation, values, call) {
      requests.push(`${operation.method} ${operation.path}`);
      service.before(operation);
      const answer = await transport.call(operation, values, call);
      service.after(operation);
      const { answer: alter } = service;
      return alter === undefined
        ? answer
        : {
            ...answer,
            value: async () => alter(operation, (await answer.value()) as Readonly<Record<string, unknown>>),
          };
    },
  };
  const kinds = await loadKinds(loadGroup);
  requests.length = 0;
  const look = async (site: Site | ItemSet, isPruned: boolean, caller?: Caller) => {
    const desired = isDesired(site) ? site : desiredSite(kinds, site);
    const observed = await observe({ client, parallel: 4 }, kinds, desired, isPruned);
    const observation = caller === undefined ? observed : { ...observed, caller };
    return { observation, plan: makePlan(desired, observation, isPruned) };
  };
  const service: Service = {
    sandbox,
    before: () => undefined,
    after: () => undefined,
    client,
    kinds,
    requests,
    pauses: [],
    retries: 4,
    isStopped: false,
    look: async (site, caller) => (await look(site, false, caller)).plan,
    plan: async (site, isPruned = false) =>
      (await look(site, isPruned)).plan.steps.map(({ step }) => shownStep(step)),
    apply: async (site, isPruned = false) => {
      const { plan, observation } = await look(site, isPruned);
      return await applyPlan(plan, observation, {
        client,
        clock,
        random,
        parallel: 4,
        retries: service.retries,
        isStopped: () => service.isStopped,
        onEnd: () => undefined,
        note: () => undefined,
      });
    },
    read: async (group, id, values = {}) => {
      const operation = kinds.get(group)?.group.operations[id];
      if (operation === undefined) throw new Error(`no operation is called ${id}`);
      return await (await client.call(operation, values)).value();
    },
    async stop() {
      await client.close();
      await sandbox.stop();
    },
  };
  return service;
}

/** Starts a service that is stopped when the test ends. */
export async function serviceOfTest(options?: SandboxOptions, seed?: number): Promise<Service> {
  const service = await openService(options, seed);
  onTestFinished(service.stop);
  return service;
}

/** Starts a service that is stopped after all tests of the file or suite that calls this while it is loaded. */
export async function serviceOfFile(options?: SandboxOptions): Promise<Service> {
  const service = await openService(options);
  afterAll(service.stop);
  return service;
}

const isDesired = (site: Site | ItemSet): site is ItemSet => Array.isArray(site["scopes"]);
