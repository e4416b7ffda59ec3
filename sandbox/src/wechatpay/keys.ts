/**
 * Keys of the sandbox WeChat Pay: the merchant's public key, its own private key, and the shared
 * secret. All are public.
 */

export type WechatPayKeys = {
  appId: string;
  merchantId: string;
  /** The serial of the merchant's certificate, and the key that belongs to it. */
  merchantSerial: string;
  merchantPublicKey: string;
  /** 32 bytes; encrypts the content of notifications. */
  apiV3Key: string;
  /** The key with which the sandbox WeChat Pay signs, and its id. */
  platformKeyId: string;
  platformPrivateKey: string;
};

export const DEMO_WECHATPAY: WechatPayKeys = {
  appId: "wx5eaf00d0a11ce000",
  merchantId: "1900000109",
  merchantSerial: "5EAF00D0A11CE0005EAF00D0A11CE0005EAF00D0",
  merchantPublicKey: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0Ry7At3iE5sTYJZit6gj
DcGXM8HlW7hhRIulErd7JSeQEjdwV3vC0C+z8MQLEB8mTkjXFEQO60v/C5dRcUQy
Zvk2VLZ73YkFGbyu8kJV/5bPMdUo+qf9xRuxr90jiojDsFUTINoG86ZTX7QsbgH0
xw5SVoHSnz0PdTnXhytWmq4iJp/ZDyF+SQW++MoT5TLxFh8M+Wesc3cTgUdtAUXi
bQHg2kOfZm6dyFCx5n7afc/SQtijABYqrmPb9zT6E3METllB7GTVD12jIBjiAkE9
khM75n4WhS4K250oyn0NQ9cK5MurnT3EoScyf78r1FRoj88TWmFYVkYFtNXEuIJt
CQIDAQAB
-----END PUBLIC KEY-----`,
  apiV3Key: "sandbox-api-v3-key-for-demo-only",
  platformKeyId: "PUB_KEY_ID_0119000001092026112000000000000001",
  platformPrivateKey: `-----BEGIN PRIVATE KEY-----
MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQCwHDURlwyA1rKJ
WvcW4uWwKdeGPgB9x3kUNrRzXDqTFOXNpYOz4hMhZ8UCrHQFhFlbw1FoBuNwie46
Jf9pXzI71vg7SHp7K0y1H+jKmoa+JcwVhRgcAjFZSga1Oms/k2+AloFw1sYlzJKB
Bg+/GcxndSQSZ7tElgz1VrORmi0hLvYlDV9EIeAqzeZXSMEkhcCql4PrvONdwRb2
QLSiUyaaWrya33vjEagdqkqBSMqgL/6/QN7iYO5LyduizG73RQQxdpzuKCqOQBeC
NyjqcPQ6fkRfVUFcq/JHXbcEX/mfJWl87x2PyRiIEgn9ZqTdmUh+BN1va1Gf7JXJ
rgqI6o89AgMBAAECggEAEtCV/ttuCN8R00jg+Gn582MqVSY58+DOwmZsdZ1XM1ra
iP5I3tFQDT6X4Vw+nPmceQhEoeIyhFXIGiBFyaJ+VxRKuugDEIuktf5tvCTcMQ5l
X7CIzd08xnb5K9LM8yLeQ7+l8+yOM4BH7/mPecbY0VNw13fg8vKQ+dkZytF3nCwe
4We4Xc1f4vVNB1prmFwOuX6e55Eygrx3N2Y/x4R/QTowEnmgchH8v0p3XIAvQr0g
YB0dUfU05m3RoR7wWdGhQaKd+bgJ1iR0s74+Zf7Vs6lQ2Go8PWdvl0+0Sk5jGL5U
U0IiuAd4QTS7TiAkBUH7g5fJgz9G+T7SAZZ7OpSVpQKBgQDvG2MJskFiDux4YvMs
ExZ/+MRaXVdhkpn1efwhpKBmbXkitLAVRCIHYyJCs0Vjsl+Y0U7wSOgABzoe8Afx
/CGLyiUtWvBFXeKSew2Dh3xTsQP9EC7BsyOUcPE97j8Ed/toueeQvFe94fsBOxkC
jcYCzW2I++Okvgb96WUU517XBwKBgQC8jW16VTRXofxdUaA+ycKNPJ3TvJVs+shi
5qw5FGGjdZN+A53x75b7axv8+KAeXfARyjSR7CuRt21tTGhelPVpJbFRSfI19iix
M152OVzwfmYENths7lGrPOkRpm3iD/36nCidpqWEywfwgs1IBh1ea/bNsSh1Oh44
P+pOKMkymwKBgQCYSQ0Ow+U4muCo2/yceZu+7aXBF+nrTv+XhJW8p6kxE1Avdn0f
TkGOCulrKdpr4NNZ9RUdnJGGUxQFWEL3L+n9qkV7WYvl4iHHwW+d8dCRTRCJQKFG
5N0oUbaUBwVDx1bsIFsHp60KVr8SzZzkL3+JkWTN9f/KkOzLErc6VRHmSQKBgBGQ
dydTMpoLO/ARf4T51IbFo8oqohzRy8LyzA5RKLtKY5/0hE0aTY1EMApDut65T3jI
xlblkjVzydzJpltRMv9FhJwW8Fo4gRfouh73PwIkNCqmVUjodnEmLmv3ffr2FGm5
DEuLT5XsN+QeuzK/ZxL5qbcFjshEzrXctl3rjLqLAoGBAKQx4ql0WjuqezsfW5l7
giQnF3Qq+L3a1BHqUjLQMIytJw5lMotnFFueKE/uWf5vcAZgcNipafpAk35a6XCj
ZFNeakkN8ArEOe72/6KiGUGlHDOY3eDSz9NYmWMUduiO3D5DnN6CUdB/okH2YNvk
JoDV9T7MAiDMVw62s1VyKw6y
-----END PRIVATE KEY-----`,
};
