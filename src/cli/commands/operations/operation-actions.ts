import { undocumentedNodeFilters } from "../../../catalogue/fields.ts";
import type { OperationId } from "../../../catalogue/index.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { splitUpdate } from "../../../client/execute/split-update.ts";
import type { Values } from "../../../client/http/call.ts";
import type { Invocation, OperationRun, Options } from "../../invocation/invocation.ts";
import { isPreview } from "../../operation/preview.ts";

interface OperationActionEntry {
  /** If it returns false, the operation runs without the action; if omitted, the action always runs. */
  isNeeded?(invocation: Invocation, values: Values, operation: Operation): boolean;
  /** Returns the values to check, within the service's limits; undefined if the action checks them itself. */
  valuesToCheck?(values: Values, invocation: Invocation): Values | undefined;
  load(): Promise<(run: OperationRun) => Promise<void>>;
}

const hasOption = ({ options }: Invocation, ...names: readonly (keyof Options)[]): boolean =>
  names.some((name) => options[name] !== undefined);

/** The service returns at most this many events in one answer. */
const maxEvents = 1000;

const needsSeveralAnswers = ({ limit }: Values): boolean =>
  typeof limit === "string" && /^\d+$/.test(limit) && Number(limit) > maxEvents;

const nodeList: OperationActionEntry = {
  isNeeded: (invocation, { hostname, ...filters }) =>
    hasOption(invocation, "watch", "limit", "mine", "owner", "tags", "power", "os", "where", "group-by") ||
    undocumentedNodeFilters.some(({ name }) => filters[name] !== undefined) ||
    [hostname].flat().some((name) => typeof name === "string" && /[*?[]/.test(name)),
  load: async () => (await import("./node-list.ts")).listNodes,
};

/** Required fields come from the rows of the file, so the action checks them. */
const createFromFile: OperationActionEntry = {
  isNeeded: (invocation) => hasOption(invocation, "from"),
  valuesToCheck: (values, invocation) => (hasOption(invocation, "from") ? undefined : values),
  load: async () => (await import("./create-from-file.ts")).createFromFile,
};

const storeForwardingDomain: OperationActionEntry = {
  isNeeded: (_, values, operation) => splitUpdate(operation, values) !== undefined,
  load: async () => (await import("./domains.ts")).storeForwardingDomain,
};

export const operationActions: Readonly<Partial<Record<OperationId, OperationActionEntry>>> = {
  "file.read": { load: async () => (await import("./files.ts")).getFile },
  "files.get": { load: async () => (await import("./files.ts")).getFile },
  "files.get_by_key": { load: async () => (await import("./files.ts")).getFile },
  "scripts.create": {
    isNeeded: (_, { name }) => name === undefined,
    load: async () => (await import("./scripts.ts")).createScript,
  },
  "version.get": { load: async () => (await import("./version.ts")).showVersion },
  "domains.create": storeForwardingDomain,
  "domain.update": storeForwardingDomain,
  "file.delete": {
    isNeeded: (invocation) => hasOption(invocation, "by-query"),
    load: async () => (await import("./files.ts")).deleteByQuery,
  },
  "events.query": {
    isNeeded: (invocation, values) =>
      hasOption(invocation, "follow", "all", "since", "until") ||
      (needsSeveralAnswers(values) && invocation.options["no-check"] !== true),
    valuesToCheck: (values) =>
      needsSeveralAnswers(values) ? { ...values, limit: String(maxEvents) } : values,
    load: async () => (await import("./events.ts")).queryEvents,
  },
  "machines.create": createFromFile,
  "devices.create": createFromFile,
  "machines.list": nodeList,
  "devices.list": nodeList,
  "nodes.list": nodeList,
  "machines.allocate": {
    isNeeded: (invocation, values, { dryRunField = "" }) =>
      hasOption(invocation, "deploy") || values[dryRunField] === true,
    load: async () => (await import("./machines-allocate.ts")).allocate,
  },
  "boot-resources.import": {
    isNeeded: (invocation) => hasOption(invocation, "wait"),
    load: async () => (await import("./boot-resources-import.ts")).importAndWait,
  },
  "account.create_authorisation_token": {
    isNeeded: (invocation) => !isPreview(invocation),
    load: async () => (await import("./tokens.ts")).createToken,
  },
  "account.delete_authorisation_token": {
    isNeeded: (_, values) => values["token_key"] === "-",
    load: async () => (await import("./tokens.ts")).deleteTokens,
  },
  "account.list_authorisation_tokens": { load: async () => (await import("./tokens.ts")).listTokens },
  "svc.get_config": { load: async () => (await import("../service/config.ts")).getItem },
  "svc.set_config": { load: async () => (await import("../service/config.ts")).setItem },
};

export const actionOf = (id: string): OperationActionEntry | undefined =>
  Object.hasOwn(operationActions, id) ? operationActions[id as OperationId] : undefined;
