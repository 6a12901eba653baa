import { furtherNodeFilters } from "../../../catalogue/fields.ts";
import type { OperationId } from "../../../catalogue/index.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { inTurn } from "../../../client/execute/in-turn.ts";
import type { Values } from "../../../client/http/call.ts";
import type { Invocation, OperationRun, Options } from "../../invocation/invocation.ts";
import { isPreview } from "../../operation/preview.ts";

interface OperationActionEntry {
  /** If false, the operation runs unchanged; if left out, the action always runs. */
  isWanted?(invocation: Invocation, values: Values, operation: Operation): boolean;
  /** The values to check, if svc exceeds the limits of one request; undefined if the action checks them itself. */
  checked?(values: Values, invocation: Invocation): Values | undefined;
  load(): Promise<(run: OperationRun) => Promise<void>>;
}

const has = ({ options }: Invocation, ...names: readonly (keyof Options)[]): boolean =>
  names.some((name) => options[name] !== undefined);

/** The service's limit for one answer. */
const maxEvents = 1000;

const wantsMore = ({ limit }: Values): boolean =>
  typeof limit === "string" && /^\d+$/.test(limit) && Number(limit) > maxEvents;

const nodeList: OperationActionEntry = {
  isWanted: (invocation, { hostname, ...filters }) =>
    has(invocation, "watch", "limit", "mine", "owner", "tags", "power", "os", "where", "group-by") ||
    furtherNodeFilters.some(({ name }) => filters[name] !== undefined) ||
    [hostname].flat().some((name) => typeof name === "string" && /[*?[]/.test(name)),
  load: async () => (await import("./node-list.ts")).listNodes,
};

/** The rows of the file have the required fields. */
const createFromFile: OperationActionEntry = {
  isWanted: (invocation) => has(invocation, "from"),
  checked: (values, invocation) => (has(invocation, "from") ? undefined : values),
  load: async () => (await import("./create-from-file.ts")).createFromFile,
};

export const operationActions: Readonly<Partial<Record<OperationId, OperationActionEntry>>> = {
  "file.read": {
    load: async () => (await import("./files.ts")).getFile,
  },
  "files.get": {
    load: async () => (await import("./files.ts")).getFile,
  },
  "files.get_by_key": {
    load: async () => (await import("./files.ts")).getFile,
  },
  "scripts.create": {
    isWanted: (_, { name }) => name === undefined,
    load: async () => (await import("./scripts.ts")).createScript,
  },
  "version.get": {
    load: async () => (await import("./version.ts")).showVersion,
  },
  "domains.create": {
    isWanted: (_, values, operation) => inTurn(operation, values) !== undefined,
    load: async () => (await import("./domains.ts")).storeForwardingDomain,
  },
  "domain.update": {
    isWanted: (_, values, operation) => inTurn(operation, values) !== undefined,
    load: async () => (await import("./domains.ts")).storeForwardingDomain,
  },
  "file.delete": {
    isWanted: (invocation) => has(invocation, "by-query"),
    load: async () => (await import("./files.ts")).deleteByQuery,
  },
  "events.query": {
    isWanted: (invocation, values) =>
      has(invocation, "follow", "all", "since", "until") ||
      (wantsMore(values) && invocation.options["no-check"] !== true),
    checked: (values) => (wantsMore(values) ? { ...values, limit: String(maxEvents) } : values),
    load: async () => (await import("./events.ts")).queryEvents,
  },
  "machines.create": createFromFile,
  "devices.create": createFromFile,
  "machines.list": nodeList,
  "devices.list": nodeList,
  "nodes.list": nodeList,
  "machines.allocate": {
    isWanted: (invocation, values, { dryRunField = "" }) =>
      has(invocation, "deploy") || values[dryRunField] === true,
    load: async () => (await import("./machines-allocate.ts")).allocate,
  },
  "boot-resources.import": {
    isWanted: (invocation) => has(invocation, "wait"),
    load: async () => (await import("./boot-resources-import.ts")).importAndWait,
  },
  "account.create_authorisation_token": {
    isWanted: (invocation) => !isPreview(invocation),
    load: async () => (await import("./tokens.ts")).createToken,
  },
  "account.delete_authorisation_token": {
    isWanted: (_, values) => values["token_key"] === "-",
    load: async () => (await import("./tokens.ts")).deleteTokens,
  },
  "account.list_authorisation_tokens": {
    load: async () => (await import("./tokens.ts")).listTokens,
  },
  "svc.get_config": {
    load: async () => (await import("../config/items.ts")).getItem,
  },
  "svc.set_config": {
    load: async () => (await import("../config/items.ts")).setItem,
  },
};

/** Undefined if the operation runs unchanged. */
export const actionOf = (id: string): OperationActionEntry | undefined =>
  Object.hasOwn(operationActions, id) ? operationActions[id as OperationId] : undefined;
