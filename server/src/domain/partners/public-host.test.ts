/**
 * Tests partner hosts: public names are accepted; names of private networks and metadata services
 * are refused, also at use.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decideHost, jump, proposeHost, setLink } from "./actions.ts";
import { linkInput, createPartnersTestEnv, type PartnersTestEnv } from "./test-env.fixture.ts";
import { isValidPlace, readTarget } from "./target.ts";

const publicHosts = [
  "h5.yunda.com",
  "yunda.com.cn",
  "m.meituan.com",
  "a.b.c.gov.cn",
  "shop.xn--fiqs8s",
  "xn--3bs198fche.com",
  "partner.github.io",
  "4g.partner.cn",
  "h5.yunda.example",
];
const privateHosts = [
  "localhost.localdomain",
  "foo.localhost",
  "localhost.yunda.com",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.tencentyun.com",
  "mirrors.tencentyun.com",
  "metadata.azure.internal",
  "instance-data.ec2.internal",
  "ip-10-0-0-1.ec2.internal",
  "rancher-metadata.rancher.internal",
  "api.metadata.cloud.ibm.com",
  "oss-cn-hangzhou-internal.aliyuncs.com",
  "internal.yunda.com",
  "kubernetes.default.svc",
  "api.default.svc.cluster.local",
  "printer.local",
  "router.lan",
  "nas.home",
  "fritz.box.home.arpa",
  "1.0.0.127.in-addr.arpa",
  "mail.corp",
  "db.intranet",
  "db.private",
  "host.docker.internal",
  "a.test",
  "a.invalid",
  "expyuzz4wqqyqhjn.onion",
  "localhost",
  "com",
  "com.cn",
  "co.uk",
  "127.0.0.1.nip.io",
  "127-0-0-1.sslip.io",
  "10-0-0-1.anything.com",
  "a.10.0.0.1.anything.com",
  "localtest.me",
  "a.lvh.me",
];
const addresses = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0x7f.0.0.1",
  "0177.0.0.1",
  "0x7f.1",
  "169.254.169.254",
  "100.100.100.200",
  "[::1]",
  "[::ffff:7f00:1]",
  "[fd00:ec2::254]",
  "::1",
  "１２７.0.0.1",
  "①②⑦.0.0.1",
  "h5.yunda.com.",
  "h5.yunda.com:443",
  "H5.YUNDA.COM",
];

describe("M12 a partner's host", () => {
  test.each(publicHosts)("%s may be proposed, and a link may lead there", (host) => {
    expect(isValidPlace("https", host)).toBe(true);
    expect(readTarget("h5", `https://${host}/open`)?.place).toBe(host);
  });

  test.each([...privateHosts, ...addresses])("%s is refused", (host) => {
    expect(isValidPlace("https", host)).toBe(false);
    expect(readTarget("h5", `https://${host}/open`)).toBeUndefined();
  });
});

describe("M12 a private host", () => {
  let testEnv: PartnersTestEnv;
  beforeAll(async () => {
    testEnv = await createPartnersTestEnv();
  });
  afterAll(() => testEnv.close());
  const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
  const place = "metadata.google.internal";
  const host = { partnerId: "yunda", scheme: "https", place } as const;

  test("is refused when it is proposed and when a link is created", async () => {
    const { context, db, maker } = testEnv;
    const proposed = proposeHost(context, db, { ...host, maker, reason: "试一试" });
    await expect(proposed).rejects.toEqual(refusal("TARGET_DENIED"));
    const link = linkInput({ linkId: "private", target: `https://${place}/open` });
    await expect(setLink(context, db, link)).rejects.toEqual(refusal("TARGET_DENIED"));
  });

  test("that was stored before is not linked to, nor allowed by a second person", async () => {
    const { context, db, checker, maker } = testEnv;
    // Stored as before such names were refused.
    await db.$client.query(
      `INSERT INTO partner_host (partner_id, scheme, place, approval_id, changed_at)
       VALUES ('yunda', 'https', $1, gen_random_uuid(), now())`,
      [place],
    );
    await setLink(context, db, linkInput({ linkId: "old" }));
    await db.$client.query("UPDATE partner_link SET target = $1 WHERE link_id = 'old'", [
      `https://${place}/open`,
    ]);
    const gone = jump(context, db, testEnv.deps, { memberId: context.ids.next(), linkId: "old" });
    await expect(gone).rejects.toEqual(refusal("BIZ_CLOSED"));
    const approvalId = context.ids.next();
    await db.$client.query(
      `INSERT INTO approval (id, kind, subject, payload, reason, maker, created_at)
       VALUES ($1, 'partner_host', 'yunda', $2, '试一试', $3, now())`,
      [approvalId, JSON.stringify(host), maker],
    );
    const decision = { approvalId, checker, state: "approved", reason: "同意" } as const;
    const decided = decideHost(context, db, decision);
    await expect(decided).rejects.toEqual(refusal("STATE_CHANGED"));
  });
});
