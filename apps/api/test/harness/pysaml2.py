"""A provider made of pysaml2 and xmlsec1, which share no code with the portal: answers one request. JSON in, JSON out."""

import json
import os
import sys
import tempfile

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_EMAILADDRESS, NameID
from saml2.server import Server

asked = json.load(sys.stdin)
folder = tempfile.mkdtemp()


def kept(name: str, text: str) -> str:
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


config = IdPConfig()
config.load(
    {
        "entityid": asked["entity"],
        "service": {
            "idp": {
                "endpoints": {"single_sign_on_service": [(asked["sso_url"], BINDING_HTTP_REDIRECT)]},
                "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None}},
            }
        },
        "metadata": {"local": [kept("metadata.xml", asked["metadata"])]},
        "key_file": kept("key.pem", asked["key"]),
        "cert_file": kept("certificate.pem", asked["certificate"]),
        "xmlsec_binary": "/usr/bin/xmlsec1",
    }
)
server = Server(config=config)
request = server.parse_authn_request(asked["request"], BINDING_HTTP_REDIRECT)
where = server.response_args(request.message, [BINDING_HTTP_POST])
response = server.create_authn_response(
    {"mail": [asked["email"]]},
    where["in_response_to"],
    where["destination"],
    sp_entity_id=where["sp_entity_id"],
    name_id=NameID(format=NAMEID_FORMAT_EMAILADDRESS, text=asked["email"]),
    authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password"},
    sign_assertion=asked["sign"] != "response",
    sign_response=asked["sign"] != "assertion",
    encrypt_assertion=asked["encrypted"],
    sign_alg=f"http://www.w3.org/{'2000/09/xmldsig' if asked['digest'] == 'sha1' else '2001/04/xmldsig-more'}#rsa-{asked['digest']}",
    digest_alg=f"http://www.w3.org/{'2000/09/xmldsig' if asked['digest'] == 'sha1' else '2001/04/xmlenc'}#{asked['digest']}",
)
json.dump({"response": str(response), "destination": where["destination"]}, sys.stdout)
