import { clearFreeHints } from "../model/networks/addresses.ts";
import { checkEnds } from "../model/networks/ranges.ts";
import { removeRange } from "../model/networks/removal.ts";
import { findSubnet } from "../model/networks/subnets.ts";
import { serializeRange } from "../serialize/networks.ts";
import { forbidden, invalid } from "../state/domain-error.ts";
import type { IpRange, RangeType } from "../state/networks.ts";
import { insert } from "../state/table.ts";
import { parseAddress } from "../values/blocks.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { inTable, resource } from "./resource.ts";

export const handlers = resource(["ip-ranges", "ip-range"], {
  ...inTable((world) => world.state.networks.ranges, "IPRange"),
  serialize: serializeRange,
  create,
  update(call, range) {
    requireOwn(call, range);
    update(call, range);
  },
  remove(world, range, call) {
    requireOwn(call, range);
    removeRange(world, range);
  },
}) satisfies HandlersOf<"ipranges">;

/** Forbidden unless the caller made the range or is an administrator. */
function requireOwn({ user }: Call, range: IpRange): void {
  if (!user.isAdministrator && range.owner !== user.username)
    throw forbidden("Unable to modify IP range. You don't own the IP range.");
}

const isRangeType = (text: string): text is RangeType => text === "dynamic" || text === "reserved";

function create(call: Call): IpRange {
  const { world, user } = call;
  const form = readForm(call);
  const type = form.text("type") ?? "";
  const start = parseAddress(form.address("start_ip") ?? "");
  const end = parseAddress(form.address("end_ip") ?? "");
  const subnet = form.reference("subnet", (text) => findSubnet(world, text)) ?? undefined;
  if (type === "dynamic" && !user.isAdministrator)
    throw forbidden("Unable to create dynamic IP range. You must be an administrator.");
  if (subnet !== undefined && isRangeType(type)) checkEnds(world, form, { subnet, type, start, end });
  form.check();
  if (subnet === undefined || !isRangeType(type) || start === undefined || end === undefined)
    throw invalid("The IP range is incomplete.");
  clearFreeHints(world, subnet.id);
  return insert(world.state.networks.ranges, (id) => ({
    id,
    subnetId: subnet.id,
    type,
    startIp: start.text,
    endIp: end.text,
    owner: user.username,
    comment: form.text("comment") ?? "",
  }));
}

function update(call: Call, range: IpRange): void {
  const { world } = call;
  const form = readForm(call);
  const startIp = form.address("start_ip") ?? range.startIp;
  const endIp = form.address("end_ip") ?? range.endIp;
  const subnet = world.state.networks.subnets.rows[range.subnetId];
  if (subnet !== undefined && (form.has("start_ip") || form.has("end_ip"))) {
    const [start, end] = [parseAddress(startIp), parseAddress(endIp)];
    checkEnds(world, form, { subnet, type: range.type, start, end }, range);
  }
  form.check();
  clearFreeHints(world, range.subnetId);
  Object.assign(range, { startIp, endIp, comment: form.text("comment") ?? range.comment });
}
