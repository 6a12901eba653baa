"""A client of the service in Python's standard library: prints a line for each check, and ends with 1 where one fails."""

import base64
import email.mime.multipart
import hashlib
import hmac
import itertools
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

BASE = os.environ["SVC_URL"] + "/api/2.0"
CONSUMER, TOKEN, SECRET = os.environ["SVC_API_KEY"].split(":")


def quote(text):
    return urllib.parse.quote(text, safe="~")


def authorization(method, url, covered, signature):
    fields = {
        "oauth_consumer_key": CONSUMER,
        "oauth_token": TOKEN,
        "oauth_signature_method": signature,
        "oauth_timestamp": str(int(time.time())),
        "oauth_nonce": uuid.uuid4().hex,
        "oauth_version": "1.0",
    }
    if signature == "PLAINTEXT":
        fields["oauth_signature"] = "&" + SECRET
    else:
        parts = urllib.parse.urlsplit(url)
        pairs = urllib.parse.parse_qsl(parts.query, keep_blank_values=True) + covered + list(fields.items())
        encoded = sorted((quote(name), quote(value)) for name, value in pairs)
        text = "&".join(f"{name}={value}" for name, value in encoded)
        address = f"{parts.scheme}://{parts.netloc}{parts.path}"
        base = "&".join(quote(part) for part in (method, address, text))
        digest = hmac.new(("&" + SECRET).encode(), base.encode(), hashlib.sha1).digest()
        fields["oauth_signature"] = base64.b64encode(digest).decode()
    return "OAuth " + ", ".join(f'{name}="{quote(value)}"' for name, value in fields.items())


def multipart(pairs, files, encoding):
    boundary = uuid.uuid4().hex
    lines = []
    for name, value, filename in [(*pair, None) for pair in pairs] + files:
        data = value if isinstance(value, bytes) else value.encode()
        head = f'Content-Disposition: form-data; name="{name}"'
        if filename is not None:
            head += f'; filename="{filename}"'
        lines += [b"--" + boundary.encode(), head.encode()]
        if encoding == "base64":
            lines += [b"MIME-Version: 1.0", b"Content-Transfer-Encoding: base64"]
            data = base64.encodebytes(data).replace(b"\n", b"\r\n")
        lines += [b"", data]
    lines += [b"--" + boundary.encode() + b"--", b""]
    return f"multipart/form-data; boundary={boundary}", b"\r\n".join(lines)


def call(method, path, pairs=(), op=None, encoding="urlencoded", form="path", signature="PLAINTEXT", files=()):
    """The status and the JSON, or else the text, of the answer."""
    pairs, files = list(pairs), list(files)
    url = BASE + path
    if op is not None and form == "path":
        url += f"op-{op}"
    if op is not None and form == "query":
        url += f"?op={op}"
    if op is not None and form == "form":
        pairs.append(("op", op))
    body = content_type = None
    covered = []
    if method in ("GET", "DELETE"):
        if pairs:
            url += ("&" if "?" in url else "?") + urllib.parse.urlencode(pairs)
    elif encoding == "urlencoded":
        content_type, body = "application/x-www-form-urlencoded", urllib.parse.urlencode(pairs).encode()
    else:
        content_type, body = multipart(pairs, files, encoding)
    if method == "POST":
        covered = pairs
    request = urllib.request.Request(url, data=body, method=method)
    request.add_header("Authorization", authorization(method, url, covered, signature))
    if content_type is not None:
        request.add_header("Content-Type", content_type)
    try:
        with urllib.request.urlopen(request) as answer:
            status, text = answer.status, answer.read()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read()
    try:
        return status, json.loads(text)
    except ValueError:
        return status, text.decode()


failed = []


def check(name, is_right, found):
    print("ok" if is_right else f"WRONG ({found})", name)
    if not is_right:
        failed.append(name)


def main_job(encoding, form, signature):
    how = {"encoding": encoding, "form": form, "signature": signature}
    name = " ".join(how.values())

    def post(path, pairs=(), op=None):
        return call("POST", path, pairs, op, **how)

    def expect(step, answer, is_right):
        check(f"{name}: {step}", answer[0] in (200, 201, 204) and is_right(answer[1]), answer)

    wanted = [("name", "gpu-01"), ("tags", "gpu"), ("comment", "für 100 % & more = +")]
    expect("allocate --dry-run", post("/machines/", wanted + [("dry_run", "true")], "allocate"),
           lambda each: each["hostname"] == "gpu-01")
    taken = post("/machines/", wanted + [("agent_name", "python")], "allocate")
    expect("allocate", taken, lambda each: each["hostname"] == "gpu-01" and each["owner"] == "admin")
    machine = f"/machines/{taken[1]['system_id']}/"
    expect("annotate", post(machine, [("text", "a&b=ü\r\nc "), ("empty", "x")], "set_workload_annotations"),
           lambda _: True)
    expect("describe", call("PUT", machine, [("description", "größer + \"quoted\"")], None, encoding, form, signature),
           lambda each: each["description"] == 'größer + "quoted"')
    expect("read", call("GET", machine, signature=signature),
           lambda each: each["workload_annotations"] == {"text": "a&b=ü\r\nc ", "empty": "x"})
    scripts = [("user_data", base64.b64encode(b"#!/bin/sh\n" * 400).decode()), ("distro_series", "jammy")]
    expect("deploy", post(machine, scripts, "deploy"), lambda each: each["status_name"] in ("Deploying", "Deployed"))
    for _ in range(600):
        if call("GET", machine)[1]["status_name"] == "Deployed":
            break
        time.sleep(0.02)
    expect("list", call("GET", "/machines/", [("hostname", "gpu-01"), ("status", "deployed")], signature=signature),
           lambda each: [found["hostname"] for found in each] == ["gpu-01"])
    expect("release", post(machine, [("comment", "done")], "release"), lambda _: True)
    for _ in range(600):
        if call("GET", machine)[1]["status_name"] == "Ready":
            break
        time.sleep(0.02)
    check(f"{name}: ready again", call("GET", machine)[1]["status_name"] == "Ready", "")


# Every other form of request, in which each two of their traits still come together: the other half meets other answers.
CHOICES = [("urlencoded", "multipart", "base64"), ("path", "query", "form"), ("PLAINTEXT", "HMAC-SHA1")]
for traits in itertools.product(*CHOICES):
    if sum(each.index(trait) for each, trait in zip(CHOICES, traits)) % 2 == int(os.environ["SVC_HALF"]):
        main_job(*traits)

content = bytes(range(256)) * 8
for encoding in ("multipart", "base64"):
    stored = call("POST", "/files/", [("filename", f"dir/{encoding}.bin")], encoding=encoding,
                  files=[("file", content, "x.bin")])
    got = call("GET", f"/files/dir/{encoding}.bin/")
    check(f"{encoding}: a file keeps its bytes", stored[0] in (200, 201)
          and base64.b64decode(got[1]["content"]) == content, (stored, got[0]))

for content_type, body in (("application/json", b'{"name": "gpu-01"}'), ("application/x-www-form-urlencoded", b'{"name": 1}'),
                           ("text/plain", b"name=gpu-01")):
    request = urllib.request.Request(BASE + "/machines/op-allocate", data=body, method="POST")
    request.add_header("Content-Type", content_type)
    request.add_header("Authorization", authorization("POST", BASE, [], "PLAINTEXT"))
    try:
        status = urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        status = error.code
    check(f"{content_type} with {body!r} is refused", status in (400, 415), status)

_, fabric = call("POST", "/fabrics/")
for method, path in (("POST", "/machines/op-accept_all"), ("PUT", f"/fabrics/{fabric['id']}/"), ("DELETE", f"/fabrics/{fabric['id']}/")):
    message = email.mime.multipart.MIMEMultipart("form-data", uuid.uuid4().hex)
    content_type = message["Content-Type"]
    body = b"\r\n".join(message.as_bytes().partition(b"\n\n")[2].splitlines())
    request = urllib.request.Request(BASE + path, data=body, method=method)
    request.add_header("Content-Type", content_type)
    request.add_header("Authorization", authorization(method, BASE + path, [], "HMAC-SHA1"))
    try:
        status = urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        status = error.code
    check(f"{method} takes a form without fields as the email package writes it", status in (200, 204), (status, body))

big = b"a=" + b"x" * 40_000_000
request = urllib.request.Request(BASE + "/machines/op-allocate", data=big, method="POST")
request.add_header("Authorization", authorization("POST", BASE, [], "PLAINTEXT"))
try:
    status = urllib.request.urlopen(request).status
except urllib.error.HTTPError as error:
    status = error.code
except OSError as error:
    status = error
check("a body of 40 MB is told 413", status == 413, status)

sys.exit(1 if failed else 0)
