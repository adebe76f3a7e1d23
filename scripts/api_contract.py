#!/usr/bin/env python3
"""Tests the server against its own OpenAPI document: schemathesis makes valid and invalid requests for every operation.

    python scripts/api_contract.py PROGRAM [EXAMPLES]

Fails on a 5xx, and on a status or a body that the document does not describe. The script starts its own server on a free
loopback port with an empty database, and stops it at the end.
"""

import os
import re
import subprocess
import sys
import tempfile

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def address(server: subprocess.Popen) -> str:
    for line in server.stdout:
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found:
            return found.group()
    raise SystemExit("the server ended before it printed its address")


def main() -> int:
    if not 2 <= len(sys.argv) <= 3:
        print(__doc__, file=sys.stderr)
        return 2
    program = os.path.abspath(sys.argv[1])
    examples = sys.argv[2] if len(sys.argv) == 3 else "40"
    with tempfile.TemporaryDirectory() as folder:
        # Rate limits are tested elsewhere; here they would only hide the answers.
        command = [program, "serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:{folder}/api.db",
                   "--rate-scale", "0", "--log", "error"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            url = address(server)
            tester = [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--no-color", "run",
                      f"{url}/api/openapi.json", "--checks", CHECKS, "--max-examples", examples,
                      "--seed", "7", "--generation-deterministic",
                      "--suppress-health-check", "all", "--warnings", "off", "--request-timeout", "60",
                      "--continue-on-failure"]
            tested = subprocess.run(tester, cwd=folder, capture_output=True, text=True)
            alive = server.poll() is None
        finally:
            server.terminate()
            server.wait(timeout=20)
    report = tested.stdout
    operations = re.search(r"Operations:\s+(\d+) selected / (\d+) total|Tested: (\d+)", report)
    if tested.returncode != 0 or not alive or operations is None:
        print(report, tested.stderr, sep="\n")
        print("the server ended during the run" if not alive else "the server does not conform to its document")
        return 1
    print("\n".join(line for line in report.splitlines() if re.search(r"Operations|Tested|Test cases|generated", line)))
    count = int(operations.group(1) or operations.group(3))
    print(f"{count} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
