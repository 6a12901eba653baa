import { clearFreeHints } from "../model/networks/addresses.ts";
import { checkEnds, requireRange } from "../model/networks/ranges.ts";
import { removeRange } from "../model/networks/removal.ts";
import { findSubnet } from "../model/networks/subnets.ts";
import { serializeRange } from "../serialize/networks.ts";
import { forbidden } from "../state/domain-error.ts";
import type { IpRange, RangeType } from "../state/networks.ts";
import { insert, rowsOf } from "../state/table.ts";
import { parseAddress } from "../values/blocks.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

const rangeTypes = ["dynamic", "reserved"] as const;

const isRangeType = (text: string): text is RangeType => (rangeTypes as readonly string[]).includes(text);

/** The range of the path, which the caller made or may change as an administrator: 404, 403. */
function requireOwnRange(call: Call): IpRange {
  const { user } = call;
  const range = requireRange(call.world, call.path.id);
  if (!user.isAdministrator && range.owner !== user.username)
    throw forbidden("Unable to modify IP range. You don't own the IP range.");
  return range;
}

function create(call: Call): IpRange {
  const { user } = call;
  const reading = readForm(call.form);
  const type = reading.required("type");
  const spec = reading.required("subnet");
  const [start, end] = (["start_ip", "end_ip"] as const).map((name) => {
    reading.required(name);
    return parseAddress(reading.address(name) ?? "");
  });
  const subnet = spec === "" ? undefined : findSubnet(call.world, spec);
  const invalid = (value: string) => `Select a valid choice. ${value} is not one of the available choices.`;
  if (spec !== "" && subnet === undefined) reading.fail("subnet", invalid(spec));
  if (type !== "" && !isRangeType(type)) reading.fail("type", invalid(type));
  if (type === "dynamic" && !user.isAdministrator)
    throw forbidden("Unable to create dynamic IP range. You must be an administrator.");
  if (subnet !== undefined && isRangeType(type)) checkEnds(call.world, reading, { subnet, type, start, end });
  reading.check();
  if (subnet === undefined || !isRangeType(type) || start === undefined || end === undefined)
    throw invalid("The IP range is incomplete.");
  clearFreeHints(call.world, subnet.id);
  return insert(call.world.state.networks.ranges, (id) => ({
    id,
    subnetId: subnet.id,
    type,
    startIp: start.text,
    endIp: end.text,
    owner: user.username,
    comment: reading.text("comment") ?? "",
  }));
}

function update(call: Call, range: IpRange): void {
  const reading = readForm(call.form);
  const startIp = reading.address("start_ip") ?? range.startIp;
  const endIp = reading.address("end_ip") ?? range.endIp;
  const subnet = call.world.state.networks.subnets.rows[range.subnetId];
  if (subnet !== undefined && (reading.has("start_ip") || reading.has("end_ip"))) {
    const [start, end] = [parseAddress(startIp), parseAddress(endIp)];
    checkEnds(call.world, reading, { subnet, type: range.type, start, end }, range);
  }
  reading.check();
  Object.assign(range, { startIp, endIp, comment: reading.text("comment") ?? range.comment });
  clearFreeHints(call.world, range.subnetId);
}

/** Document 2, "IP ranges". */
export const handlers = {
  "ip-ranges.list": (call) =>
    json(rowsOf(call.world.state.networks.ranges).map((each) => serializeRange(call.world, each))),
  "ip-ranges.create": (call) => json(serializeRange(call.world, create(call))),
  "ip-range.read": (call) => json(serializeRange(call.world, requireRange(call.world, call.path.id))),
  "ip-range.update"(call) {
    const range = requireOwnRange(call);
    update(call, range);
    return json(serializeRange(call.world, range));
  },
  "ip-range.delete"(call) {
    removeRange(call.world, requireOwnRange(call));
    return empty(200);
  },
} satisfies HandlersOf<"ipranges">;
