"""A client by requests and requests_oauthlib: prints a line for each check, and ends with 1 where one fails."""

import base64
import itertools
import os
import sys

import requests
from requests_oauthlib import OAuth1, OAuth1Session

BASE = os.environ["SVC_URL"] + "/api/2.0"
CONSUMER, TOKEN, SECRET = os.environ["SVC_API_KEY"].split(":")
CREDENTIALS = {"client_key": CONSUMER, "client_secret": "", "resource_owner_key": TOKEN, "resource_owner_secret": SECRET}
TEXT = "größer, \"quoted\" + 100 % & 日本 🙂 = a/b;c"

failed = []


def check(name, is_right, found=""):
    print("ok" if is_right else f"WRONG ({found})", name)
    if not is_right:
        failed.append(name)


class Client:
    """Sends fields urlencoded or as multipart, and names operations in the path, the query or the form."""

    def __init__(self, signature, place, encoding, form):
        self.session = OAuth1Session(**CREDENTIALS, signature_method=signature, signature_type=place)
        self.encoding, self.form = encoding, form
        self.name = f"{signature} {place} {encoding} {form}"

    def call(self, method, path, fields=(), op=None, files=()):
        url, fields, query = BASE + path, list(dict(fields).items()), {}
        if op is not None and (self.form == "path" and path.endswith("/")):
            url += f"op-{op}"
        elif op is not None and (self.form == "form" and method == "POST"):
            fields.append(("op", op))
        elif op is not None:
            query["op"] = op
        if method in ("GET", "DELETE"):
            return self.session.request(method, url, params={**query, **dict(fields)})
        if self.encoding == "urlencoded" and not files:
            return self.session.request(method, url, params=query, data=fields)
        parts = [(name, (None, value)) for name, value in fields] + list(files)
        return self.session.request(method, url, params=query, files=parts)

    def ok(self, step, answer, is_right=lambda _: True):
        try:
            value = answer.json() if answer.content else None
        except ValueError:
            value = answer.text
        check(f"{self.name}: {step}", answer.ok and is_right(value), f"{answer.status_code} {answer.text[:300]}")
        return value if answer.ok else {}


def crud(client, kind, path, one, created, changes):
    """Creates, reads, changes and deletes an object; `one` gives its path from the object."""
    made = client.ok(f"create {kind}", client.call("POST", path, created))
    has = lambda fields: lambda each: all(str(each[name]) == value for name, value in fields.items() if name in each)
    client.ok(f"read {kind}", client.call("GET", one(made)), has(created))
    client.ok(f"list {kind}", client.call("GET", path), lambda all_: one(made) in [one(each) for each in all_])
    changed = client.ok(f"update {kind}", client.call("PUT", one(made), changes), has(changes))
    client.ok(f"read {kind} again", client.call("GET", one(changed)), has(changes))
    gone = client.call("DELETE", one(changed))
    check(f"{client.name}: delete {kind}", gone.status_code == 204 and gone.headers["Content-Type"] != "", gone.status_code)
    check(f"{client.name}: {kind} is gone", client.call("GET", one(changed)).status_code == 404)


def places(client, number):
    named = lambda path: lambda each: f"{path}{each['name']}/"
    numbered = lambda path: lambda each: f"{path}{each['id']}/"
    name = f"py-{number}"
    crud(client, "tag", "/tags/", named("/tags/"), {"name": name, "comment": TEXT}, {"comment": "other"})
    crud(client, "zone", "/zones/", named("/zones/"), {"name": name, "description": TEXT}, {"name": f"{name}-b"})
    crud(client, "pool", "/resourcepools/", numbered("/resourcepool/"), {"name": name, "description": TEXT},
         {"description": TEXT + "2"})
    crud(client, "space", "/spaces/", numbered("/spaces/"), {"name": name, "description": TEXT}, {"name": f"{name}-b"})
    crud(client, "subnet", "/subnets/", numbered("/subnets/"), {"cidr": f"10.99.{number}.0/24", "name": name},
         {"gateway_ip": f"10.99.{number}.1", "description": TEXT})
    user(client, name)


def user(client, name):
    fields = {"username": name, "email": f"{name}@example.com", "password": TEXT, "is_superuser": "0"}
    made = client.ok("create user", client.call("POST", "/users/", fields), lambda each: each["username"] == name)
    client.ok("read user", client.call("GET", f"/users/{name}/"), lambda each: each == made)
    control = requests.get(BASE.rsplit("/", 3)[0] + "/_sandbox/keys", headers={"X-Sandbox-Control": "1"}).json()
    key = next(each for each in control["users"] if each["username"] == name)["keys"][0].split(":")
    me = requests.get(BASE + "/users/?op=whoami", auth=OAuth1(key[0], "", key[1], key[2]))
    client.ok("whoami with their key", me, lambda each: each["username"] == name and not each["is_superuser"])
    denied = requests.post(BASE + "/zones/", data={"name": name}, auth=OAuth1(key[0], "", key[1], key[2]))
    check(f"{client.name}: their zone is forbidden", denied.status_code == 403, denied.status_code)
    client.ok("delete user", client.call("DELETE", f"/users/{name}/"))
    gone = requests.get(BASE + "/users/?op=whoami", auth=OAuth1(key[0], "", key[1], key[2]))
    check(f"{client.name}: their key is gone", gone.status_code == 401, gone.status_code)


def tagged(client, number, machine):
    name = f"py-t{number}"
    client.ok("create tag", client.call("POST", "/tags/", {"name": name}))
    client.ok("give the tag", client.call("POST", f"/tags/{name}/", {"add": machine}, "update_nodes"),
              lambda each: each == {"added": 1, "removed": 0})
    client.ok("list its machines", client.call("GET", f"/tags/{name}/", op="machines"),
              lambda each: [one["system_id"] for one in each] == [machine])
    client.ok("allocate by the tag", client.call("POST", "/machines/", {"tags": name, "dry_run": "true"}, "allocate"),
              lambda each: each["system_id"] == machine)
    client.ok("delete tag", client.call("DELETE", f"/tags/{name}/"))
    client.ok("the machine has lost it", client.call("GET", f"/machines/{machine}/"),
              lambda each: name not in each["tag_names"])


def network(client, number, machine):
    path = f"/nodes/{machine}/interfaces/"
    vlan = client.call("GET", path).json()[0]["vlan"]
    subnet = client.ok("create subnet", client.call("POST", "/subnets/", {
        "cidr": f"10.98.{number}.0/24", "gateway_ip": f"10.98.{number}.1", "vlan": vlan["id"]}))
    two = [client.ok("add interface", client.call("POST", path, {
        "mac_address": f"52:54:00:98:{number:02x}:{each:02x}", "name": f"py{number}x{each}", "vlan": vlan["id"],
    }, "create_physical")) for each in (1, 2)]
    bond = client.call("POST", path, {"name": f"bond{number}", "parents": two[0]["id"]}, "create_bond")
    bond = client.ok("bond", bond, lambda each: each["type"] == "bond" and each["parents"] == [two[0]["name"]])
    bridge = client.ok("bridge", client.call("POST", path, {"parent": bond["id"], "name": f"br{number}"}, "create_bridge"))
    linked = client.ok("link", client.call("POST", f"{path}{bridge['id']}/", {
        "mode": "STATIC", "subnet": subnet["id"], "ip_address": f"10.98.{number}.9", "default_gateway": "on",
    }, "link_subnet"), lambda each: each["links"][0]["ip_address"] == f"10.98.{number}.9")
    client.ok("addresses", client.call("GET", f"/subnets/{subnet['id']}/", op="ip_addresses"),
              lambda each: [one["ip"] for one in each] == [f"10.98.{number}.9"])
    client.ok("statistics", client.call("GET", f"/subnets/{subnet['id']}/", {"include_ranges": "1"}, "statistics"),
              lambda each: each["num_unavailable"] >= 1 and each["ranges"])
    client.ok("unreserved", client.call("GET", f"/subnets/{subnet['id']}/", op="unreserved_ip_ranges"), bool)
    client.ok("tag", client.call("POST", f"{path}{bridge['id']}/", {"tag": "uplink"}, "add_tag"),
              lambda each: each["tags"] == ["uplink"])
    client.ok("unlink", client.call("POST", f"{path}{bridge['id']}/", {"id": linked["links"][0]["id"]}, "unlink_subnet"),
              lambda each: f"10.98.{number}.9" not in [link.get("ip_address") for link in each["links"]])
    client.ok("disconnect", client.call("POST", f"{path}{bridge['id']}/", op="disconnect"), lambda each: each["vlan"] is None)
    for each in (bridge, bond, *two):
        client.ok(f"delete {each['type']}", client.call("DELETE", f"{path}{each['id']}/"))
    client.ok("delete subnet", client.call("DELETE", f"/subnets/{subnet['id']}/"))


def storage(client, machine):
    client.ok("blank layout", client.call("POST", f"/machines/{machine}/", {"storage_layout": "blank"}, "set_storage_layout"))
    disks = client.call("GET", f"/machines/{machine}/").json()["physicalblockdevice_set"]
    path = f"/nodes/{machine}/blockdevices/{disks[-1]['id']}/"
    client.ok("update disk", client.call("PUT", path, {"model": TEXT}), lambda each: each["model"] == TEXT)
    part = client.ok("create partition", client.call("POST", path + "partitions/", {"size": str(2**30)}),
                     lambda each: abs(each["size"] - 2**30) < 2**23)
    one = f"{path}partition/{part['id']}"
    client.ok("format", client.call("POST", one, {"fstype": "ext4", "label": "data"}, "format"),
              lambda each: each["filesystem"]["fstype"] == "ext4" and each["filesystem"]["label"] == "data")
    client.ok("mount", client.call("POST", one, {"mount_point": "/srv/ä-日本", "mount_options": "noatime,ro"}, "mount"),
              lambda each: each["filesystem"]["mount_point"] == "/srv/ä-日本")
    client.ok("list partitions", client.call("GET", path + "partitions/"),
              lambda each: part["id"] in [one["id"] for one in each])
    client.ok("tag partition", client.call("POST", one, {"tag": "fast"}, "add_tag"), lambda each: each["tags"] == ["fast"])
    client.ok("unmount", client.call("POST", one, op="unmount"), lambda each: each["filesystem"]["mount_point"] is None)
    client.ok("delete partition", client.call("DELETE", one))
    client.ok("tag disk", client.call("POST", path, {"tag": "py"}, "add_tag"), lambda each: "py" in each["tags"])
    client.ok("untag disk", client.call("POST", path, {"tag": "py"}, "remove_tag"), lambda each: "py" not in each["tags"])


def files(client, number):
    content = bytes(range(256)) * 40
    name = f"ordner/{number} ü 日本.bin"
    client.ok("store a file", client.call("POST", "/files/", {"filename": name}, files=[("file", ("x.bin", content))]))
    got = client.call("GET", f"/files/{requests.utils.quote(name)}/")
    client.ok("read it by path", got, lambda each: base64.b64decode(each["content"]) == content)


machines = OAuth1Session(**CREDENTIALS).get(BASE + "/machines/?status=ready").json()
with_disk = next(each for each in machines if each["physicalblockdevice_set"])["system_id"]
# Every other form of request, in which each two of their traits still come together: the other half meets other answers.
CHOICES = [("PLAINTEXT", "HMAC-SHA1"), ("AUTH_HEADER", "QUERY"), ("urlencoded", "multipart"), ("path", "query", "form")]
number = 0
for traits in itertools.product(*CHOICES):
    if sum(each.index(trait) for each, trait in zip(CHOICES, traits)) % 2 != int(os.environ["SVC_HALF"]):
        continue
    signature, place, encoding, form = traits
    number += 1
    client = Client(signature, place, encoding, form)
    places(client, number)
    tagged(client, number, with_disk)
    network(client, number, with_disk)
    storage(client, with_disk)
    files(client, number)

for signature in ("PLAINTEXT", "HMAC-SHA1"):
    auth = OAuth1(CONSUMER, "", TOKEN, SECRET, signature_method=signature, signature_type="BODY")
    answer = requests.post(BASE + "/machines/op-allocate", data={"dry_run": "true", "comment": TEXT}, auth=auth)
    check(f"{signature} in the body", answer.ok, answer.text)

sys.exit(1 if failed else 0)
