/** Exports of members, of a member's ledger, of codes and batches, of cases and of the audit log. */
import { ownValue } from "@yunjing/contract/own-value";
import type { Output } from "@yunjing/contract/operations";
import type { OperatorBatch } from "@yunjing/contract/schemas/operators/batches";
import type { AuditEntry } from "@yunjing/contract/schemas/operators/audit";
import type {
  MemberLedgerLine,
  OperatorMemberRow,
} from "@yunjing/contract/schemas/operators/members";
import Type from "typebox";
import { phonesByMemberNo } from "../../members/actions.ts";
import { readCodes } from "../store/codes.ts";
import { type Cell, cellText, yuan } from "../../../platform/csv.ts";
import { checkFilter, column, type ExportKind, listKind, timeOf } from "./define.ts";

const memberStates = {
  ACTIVE: "正常",
  RESTRICTED: "限制",
  FROZEN: "冻结",
  CANCELLING: "注销中",
  CANCELLED: "已注销",
} as const;

/** Member numbers begin with 1 to 9 and have nine digits. */
const MEMBER_NOS = 900_000_000;
const FIRST_MEMBER_NO = 100_000_000;
const CANARY_JOINED = Date.UTC(2026, 0, 1);

export const members = listKind<"operatorMembers", "list", OperatorMemberRow>({
  title: "会员",
  topic: "operatorMembers",
  name: "list",
  handler: ({ operatorMembers }) => operatorMembers.list,
  rows: (output) => output,
  columns: [
    column("会员号", ({ memberNo }) => memberNo),
    column("昵称", ({ nickname }) => nickname),
    column("手机号", ({ phoneMask }) => phoneMask),
    column("状态", ({ status }) => memberStates[status]),
    column("等级", ({ levelName }) => levelName),
    column("标签", ({ tags }) => tags.join("、")),
    column("积分", ({ points }) => points),
    column("余额", ({ balanceFen }) => yuan(balanceFen)),
    column("订单数", ({ orders }) => orders),
    column("注册时间", ({ createdAt }) => timeOf(createdAt)),
    column("最近活跃", ({ lastSeenAt }) => timeOf(lastSeenAt)),
  ],
  clear: async ({ context, db }, rows) => {
    const phones = await phonesByMemberNo(
      context,
      db,
      rows.map(({ memberNo }) => memberNo),
    );
    return rows.map((row) => ({
      ...row,
      phoneMask: phones.get(row.memberNo) ?? row.phoneMask,
    }));
  },
  canary: (bytes) => {
    const mark = String(FIRST_MEMBER_NO + (bytes.readUInt32BE(0) % MEMBER_NOS));
    const last4 = String(bytes.readUInt16BE(4) % 10_000).padStart(4, "0");
    return {
      mark,
      row: {
        memberNo: mark,
        nickname: `云友${mark.slice(-4)}`,
        phoneMask: `13${(bytes[6] ?? 0) % 10}****${last4}`,
        status: "ACTIVE",
        grade: 1,
        levelName: "普通会员",
        tags: [],
        points: bytes.readUInt16BE(7) % 500,
        balanceFen: 0,
        orders: 1 + ((bytes[9] ?? 0) % 3),
        createdAt: CANARY_JOINED + (bytes.readUInt32BE(10) % 20_000_000) * 1_000,
      },
    };
  },
});

export const memberLedger = listKind<"operatorMembers", "ledger", MemberLedgerLine>({
  title: "会员账本",
  topic: "operatorMembers",
  name: "ledger",
  handler: ({ operatorMembers }) => operatorMembers.ledger,
  rows: (output) => output,
  columns: [
    column("时间", ({ at }) => timeOf(at)),
    column("类型", ({ kindText }) => kindText),
    column("说明", ({ title }) => title),
    column("账户", ({ accountText }) => accountText),
    column("单位", ({ asset }) => (asset === "CNY" ? "元" : "分")),
    column("变动", ({ asset, change }) => (asset === "CNY" ? yuan(change) : change)),
    column("变动后", ({ asset, after }) => (asset === "CNY" ? yuan(after) : after)),
    column("订单号", ({ orderNo }) => orderNo),
    column("凭证号", ({ ref }) => ref),
  ],
});

const batchStates: Readonly<Record<OperatorBatch["state"], string>> = {
  draft: "草稿",
  generating: "生成中",
  ready: "待审",
  failed: "生成失败",
  active: "可用",
  paused: "已冻结",
  rejected: "已拒绝",
  ended: "已结束",
  void: "已作废",
};

export const batches = listKind<"operatorBatches", "list", OperatorBatch>({
  title: "码批次",
  topic: "operatorBatches",
  name: "list",
  handler: ({ operatorBatches }) => operatorBatches.list,
  rows: (output) => output,
  columns: [
    column("批次", ({ name }) => name),
    column("内容", ({ target }) => target.title),
    column("状态", ({ state }) => batchStates[state]),
    column("张数", ({ count }) => count),
    column("已生成", ({ made }) => made),
    column("可兑换", ({ live }) => live),
    column("已用完", ({ redeemed }) => redeemed),
    column("兑换次数", ({ uses }) => uses),
    column("冻结", ({ frozen }) => frozen),
    column("作废", ({ void: voided }) => voided),
    column("过期", ({ expired }) => expired),
    column("制码人", ({ maker }) => maker.name),
    column("审批人", ({ checker }) => checker?.name),
  ],
});

const caseStates = {
  open: "未结",
  proposed: "已提议",
  booked: "已入账",
  dismissed: "已驳回",
  healed: "自愈",
} as const;
type Case = Output<"operatorBooks", "cases">["list"][number];

export const cases = listKind<"operatorBooks", "cases", Case>({
  title: "对账差错",
  topic: "operatorBooks",
  name: "cases",
  handler: ({ operatorBooks }) => operatorBooks.cases,
  rows: (output) => output,
  columns: [
    column("编号", ({ caseId }) => caseId),
    column("类别", (row) => row.class),
    column("差错", ({ title }) => title),
    column("对象", ({ subject }) => subject),
    column("会员号", ({ memberNo }) => memberNo),
    column("状态", ({ state }) => caseStates[state]),
    column("应为", ({ expected }) => JSON.stringify(expected)),
    column("实为", ({ actual }) => JSON.stringify(actual)),
    column("发现时间", ({ openedAt }) => timeOf(openedAt)),
    column("结束时间", ({ closedAt }) => timeOf(closedAt)),
    column("处理", ({ closing }) => closing),
  ],
});

export const audit = listKind<"operatorAudit", "list", AuditEntry>({
  title: "审计记录",
  topic: "operatorAudit",
  name: "list",
  handler: ({ operatorAudit }) => operatorAudit.list,
  rows: (output) => output,
  columns: [
    column("时间", ({ at }) => timeOf(at)),
    column("操作人", ({ operatorName }) => operatorName),
    column("操作", ({ operation }) => operation),
    column("结果", ({ outcome }) => outcome),
    column("原因", ({ reason }) => reason),
    column("对象", ({ change }) => change?.object),
    column("输入", ({ input }) => JSON.stringify(input)),
    column("变更前", ({ change }) => change?.before && JSON.stringify(change.before)),
    column("变更后", ({ change }) => change?.after && JSON.stringify(change.after)),
    column("请求号", ({ requestId }) => requestId),
    column("地址", ({ address }) => address),
    column("序号", ({ seq }) => seq),
    column("哈希", ({ hash }) => hash),
  ],
});

const codeStates: Readonly<Record<string, string>> = {
  INACTIVE: "未激活",
  ACTIVE: "可兑换",
  LOCKED: "兑换中",
  REDEEMED: "已兑换",
  EXPIRED: "已过期",
  FROZEN: "已冻结",
  VOID: "已作废",
};
const codeFilter = Type.Object(
  { batchId: Type.String({ minLength: 36, maxLength: 36 }) },
  { additionalProperties: false },
);
const codeHeads = [
  "序号",
  "码尾号",
  "状态",
  "已用次数",
  "有效期起",
  "有效期止",
  "最近兑换",
] as const;
type CodeRow = Awaited<ReturnType<typeof readCodes>>[number];
const codeCells = (row: CodeRow): Cell[] => [
  row.serial,
  row.last4,
  ownValue(codeStates, row.state) ?? row.state,
  row.uses,
  timeOf(row.validFrom),
  timeOf(row.validUntil),
  timeOf(row.redeemedAt ?? undefined),
];
const CODE_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CANARY_DAYS = 90;
const DAY_MS = 86_400_000;

/** The codes of one batch by their serial; the whole code is never in it. */
export const codes: ExportKind = {
  title: "兑换码",
  permissions: ["codes:read", "codes:make", "exchange:approve"],
  accept: (filter) => checkFilter(codeFilter, filter),
  read: async ({ db }, { filter, cursor, pageSize }) => {
    const batchId = String(filter["batchId"]);
    const rows = await readCodes(db, { batchId, after: Number(cursor ?? 0), limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    const last = rows.length > pageSize ? shown.at(-1) : undefined;
    return {
      heads: codeHeads,
      rows: shown.map(codeCells),
      nextCursor: last && String(last.serial),
    };
  },
  canary: (bytes) => {
    const symbols = [...bytes.subarray(0, 4)].map((byte) => CODE_SYMBOLS[byte % 32]).join("");
    const serial = 1 + (bytes.readUInt16BE(4) % 900);
    const redeemedAt = CANARY_JOINED + (bytes.readUInt32BE(6) % CANARY_DAYS) * DAY_MS;
    const row = {
      serial,
      last4: symbols,
      state: "REDEEMED",
      uses: 1,
      validFrom: CANARY_JOINED,
      validUntil: CANARY_JOINED + CANARY_DAYS * DAY_MS,
      redeemedAt,
    };
    return { mark: `${serial}:${cellText(symbols)}`, row: codeCells(row) };
  },
};
