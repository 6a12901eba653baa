import { beforeEach, expect, test } from "vitest";
import { fixtureOfTest, type SandboxFixture } from "./sandbox-fixture.ts";

let fixture: SandboxFixture;

beforeEach(async () => {
  fixture = await fixtureOfTest();
});

const set = async (name: string, value: string) => {
  const { status } = await fixture.call("POST", "/svc/op-set_config", { name, value });
  expect(status, name).toBe(200);
};

const machine = (id: string) => fixture.callOk("GET", `/machines/${id}/`);

test.each(["auto", "dhcp", "link_up", "static"])(
  "commissioning configures the boot interface as %s",
  async (mode) => {
    await set("default_boot_interface_link_type", mode);
    const [boots] = (await machine(await fixture.machine("ready"))).interface_set;
    expect(boots.links.map((link: { mode: string }) => link.mode)).toEqual([mode]);
    expect(boots.links[0].ip_address !== undefined).toBe(mode === "static");
  },
);

test("new machines get the configured minimum kernel by default", async () => {
  const before = await fixture.machine("new");
  await set("default_min_hwe_kernel", "ga-22.04");
  const kernelOf = async (id: string) => (await machine(id)).min_hwe_kernel;
  expect(await kernelOf(before)).toBe(null);
  await fixture.callOk("POST", `/machines/${before}/op-commission`);
  await fixture.finish(before);
  expect(await kernelOf(before)).toBe("ga-22.04");
  expect(await kernelOf(await fixture.machine("new"))).toBe("ga-22.04");
  const machineWithKernel = {
    architecture: "amd64/generic",
    mac_addresses: fixture.mac(),
    min_hwe_kernel: "ga-24.04",
  };
  expect((await fixture.callOk("POST", "/machines/", machineWithKernel)).min_hwe_kernel).toBe("ga-24.04");
});

test("deployed machines sync their hardware information at the configured interval", async () => {
  await set("hardware_sync_interval", "1h 30min");
  const id = await fixture.machine("allocated");
  expect((await machine(id)).sync_interval).toBe(null);
  await fixture.callOk("POST", `/machines/${id}/op-deploy`, { enable_hw_sync: true });
  expect((await machine(id)).sync_interval).toBe(5400);
});

test("a deployment without a release uses the configured one", async () => {
  await set("default_distro_series", "focal");
  const id = await fixture.machine("allocated");
  expect((await fixture.callOk("POST", `/machines/${id}/op-deploy`)).distro_series).toBe("focal");
});

test("boot images are imported every hour unless the configuration disables it", async () => {
  const importsSeen = async () => {
    const { events } = await fixture.callOk("GET", "/events/op-query", { limit: 1000 });
    const texts = events.map((event: { description: string }) => event.description);
    return texts.filter((text: string) => text === "Started importing of boot images.").length;
  };
  const before = await importsSeen();
  const [image] = await fixture.callOk("GET", "/boot-resources/", { type: "synced" });
  await fixture.call("DELETE", `/boot-resources/${image.id}/`);
  const names = async () =>
    (await fixture.callOk("GET", "/boot-resources/")).map(
      ({ name, architecture }: { name: string; architecture: string }) => `${name} ${architecture}`,
    );
  expect(await names()).not.toContain(`${image.name} ${image.architecture}`);
  await fixture.advance(3_599_999);
  expect(await importsSeen()).toBe(before);
  await fixture.advance(1);
  expect(await fixture.callOk("GET", "/boot-resources/op-is_importing")).toBe(true);
  await fixture.advance(60_000);
  expect(await importsSeen()).toBe(before + 1);
  expect(await names()).toContain(`${image.name} ${image.architecture}`);
  await set("boot_images_auto_import", "false");
  await fixture.advance(3_600_000);
  expect(await importsSeen()).toBe(before + 1);
});

test.each([true, false])("interfaces on an unknown network get their own fabric: %s", async (isOn) => {
  await set("auto_vlan_creation", String(isOn));
  const before: readonly { id: number }[] = await fixture.callOk("GET", "/fabrics/");
  const id = (
    await fixture.callOk("POST", "/machines/", {
      architecture: "amd64/generic",
      mac_addresses: [fixture.mac(), fixture.mac(), fixture.mac()],
    })
  ).system_id;
  await fixture.finish(id);
  const [boots, ...others] = (await machine(id)).interface_set;
  expect(boots.vlan.fabric).toBe("fabric-prod");
  const fabricsBefore = new Set(before.map((each) => each.id));
  const newVlans = others.map((each: { vlan: { fabric_id: number; vid: number } | null }) => each.vlan);
  if (!isOn) expect(newVlans).toEqual([null, null]);
  else {
    for (const vlan of newVlans) expect([vlan.vid, fabricsBefore.has(vlan.fabric_id)]).toEqual([0, false]);
    expect(new Set(newVlans.map((vlan: { fabric_id: number }) => vlan.fabric_id)).size).toBe(2);
  }
  const now = await fixture.callOk("GET", "/fabrics/");
  expect(now.length).toBe(before.length + (isOn ? 2 : 0));
  // Commissioning again changes nothing: the interfaces are on a known network now.
  await fixture.callOk("POST", `/machines/${id}/op-commission`);
  await fixture.finish(id);
  expect((await fixture.callOk("GET", "/fabrics/")).length).toBe(now.length);
});
