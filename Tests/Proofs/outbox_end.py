"""The far end of the proof `outbox`: a real server of one of three kinds, and what has arrived there as it sees it."""

import os
import subprocess
import sys
import time

ADDRESS = "10.93.0.2"
PORT = 8080  # of a namespace in which nobody else serves


class Server:
    """A server in the namespace that this process runs in; `configuration` is what rclone reaches it by."""

    def __init__(self, end, work):
        self.end, self.root, self.log = end, f"{work}/there-{end}", f"{work}/server-{end}.log"
        self.configuration = f"{work}/rclone-{end}.conf"
        self.environment = dict(
            os.environ,
            HOME=f"{work}/home-{end}",
            AWS_ACCESS_KEY_ID="study",
            AWS_SECRET_ACCESS_KEY="secret",
            AWS_DEFAULT_REGION="us-east-1",
        )
        os.makedirs(self.environment["HOME"])
        os.makedirs(self.root)
        words, remote = self.words()
        with open(self.configuration, "w") as file:
            file.write("[end]\n" + remote)
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=log, env=self.environment)

    def words(self):
        """What starts it, and what rclone has to know of it."""
        listen = ["--addr", f"{ADDRESS}:{PORT}"]
        if self.end == "webdav":
            remote = f"type = webdav\nurl = http://{ADDRESS}:{PORT}\nvendor = other\n"
            return ["rclone", "serve", "webdav", self.root, *listen], remote
        if self.end == "sftp":
            hidden = subprocess.check_output(["rclone", "obscure", "word"], env=self.environment, text=True).strip()
            remote = f"type = sftp\nhost = {ADDRESS}\nport = {PORT}\nuser = study\npass = {hidden}\n"
            words = ["rclone", "serve", "sftp", self.root, *listen, "--user", "study", "--pass", "word"]
            return words + ["--authorized-keys", "", "--vfs-cache-mode", "off"], remote
        remote = "type = s3\nprovider = Other\nenv_auth = true\nforce_path_style = true\n"
        remote += f"endpoint = http://{ADDRESS}:{PORT}\n"
        return [sys.executable, "-m", "moto.server", "-H", ADDRESS, "-p", str(PORT)], remote

    def wait(self):
        """Waits until it answers; what it says where it does not."""
        for _ in range(600):
            answers = ["bash", "-c", f"</dev/tcp/{ADDRESS}/{PORT}"]
            if self.process.poll() is not None:
                break
            if subprocess.run(answers, stderr=subprocess.DEVNULL).returncode == 0:
                return None
            time.sleep(0.1)
        with open(self.log) as log:
            return log.read()[-2000:]

    def store(self):
        return ObjectStore() if self.end == "s3" else FolderStore(f"{self.root}/sessions")


class FolderStore:
    """What has arrived in a folder."""

    def __init__(self, root):
        self.root = root

    def files(self, under=""):
        """Every file below a folder, with its size and what changes when it is written."""
        found = {}
        for folder, _, names in os.walk(os.path.join(self.root, under)):
            for name in names:
                path = os.path.join(folder, name)
                try:
                    facts = os.stat(path)
                except FileNotFoundError:
                    continue
                found[os.path.relpath(path, self.root)] = (facts.st_size, facts.st_ino, facts.st_mtime_ns)
        return found

    def read(self, key):
        """The bytes of a file; `None` where there is none."""
        try:
            with open(f"{self.root}/{key}", "rb") as file:
                return file.read()
        except FileNotFoundError:
            return None


class ObjectStore:
    """What has arrived in a bucket."""

    def __init__(self):
        import boto3

        self.client = boto3.client(
            "s3",
            endpoint_url=f"http://{ADDRESS}:{PORT}",
            aws_access_key_id="study",
            aws_secret_access_key="secret",
            region_name="us-east-1",
        )
        self.client.create_bucket(Bucket="sessions")

    def files(self, under=""):
        found = {}
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket="sessions", Prefix=under)
        for page in pages:
            for item in page.get("Contents", []):
                found[item["Key"]] = (item["Size"], item["ETag"], item["LastModified"])
        return found

    def read(self, key):
        try:
            return self.client.get_object(Bucket="sessions", Key=key)["Body"].read()
        except self.client.exceptions.NoSuchKey:
            return None
