/** Hosts that partners' links may lead to, in the approvals inbox. */
import { storedKind } from "../../approvals/actions.ts";
import { readHosts, readPartners } from "../store.ts";
import { HOST_KIND, hostHandler } from "./operator.ts";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const hostApprovals = storedKind({
  kind: HOST_KIND,
  permissions: ["partners:manage"],
  handler: hostHandler,
  async headlines(_context, db, approvals) {
    const partners = await readPartners(db);
    return approvals.map(({ payload }) => {
      const { partnerId, place } = payload;
      const name = partners.find((one) => one.partnerId === partnerId)?.name ?? textOf(partnerId);
      return { title: `${textOf(place)} 加到「${name}」`, subject: name, amountFen: null };
    });
  },
  async detail(_context, db, { payload }) {
    const hosts = (await readHosts(db)).filter(
      ({ partnerId, isOn }) => isOn && partnerId === payload["partnerId"],
    );
    const before = hosts.map(({ place }) => place).join("、") || "—";
    const place = textOf(payload["place"]);
    const isNew = !hosts.some((host) => host.place === place);
    return {
      changes: [
        { field: "可跳转的主机", before, after: isNew ? `${before}、${place}` : before },
        { field: "协议", before: "—", after: textOf(payload["scheme"]) },
      ],
      postings: [],
      checks: [{ text: isNew ? "是新的主机" : "主机已经可以跳转", isGood: isNew }],
    };
  },
});
