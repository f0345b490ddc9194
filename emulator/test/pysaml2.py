"""Reads a response with pysaml2 and xmlsec1: a verifier that shares no code with who wrote it. JSON in, JSON out."""

import json
import os
import sys
import tempfile

from saml2 import BINDING_HTTP_POST
from saml2.client import Saml2Client
from saml2.config import SPConfig

asked = json.load(sys.stdin)
folder = tempfile.mkdtemp()


def kept(name: str, text: str) -> str:
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


key = kept("key.pem", asked["key"])
certificate = kept("certificate.pem", asked["certificate"])
config = SPConfig()
config.load(
    {
        "entityid": asked["entity"],
        "service": {
            "sp": {
                "endpoints": {"assertion_consumer_service": [(asked["consumer"], BINDING_HTTP_POST)]},
                "want_assertions_signed": asked["assertions_signed"],
                "want_response_signed": asked["response_signed"],
                "allow_unknown_attributes": True,
            }
        },
        "metadata": {"local": [kept("metadata.xml", asked["metadata"])]},
        "key_file": key,
        "cert_file": certificate,
        "encryption_keypairs": [{"key_file": key, "cert_file": certificate}],
        "xmlsec_binary": "/usr/bin/xmlsec1",
    }
)
client = Saml2Client(config=config)
answer = client.parse_authn_request_response(asked["response"], BINDING_HTTP_POST, outstanding={asked["request"]: "/"})
subject = answer.get_subject()
json.dump({"issuer": answer.issuer(), "name_id": subject.text, "format": subject.format, "attributes": answer.ava}, sys.stdout)
