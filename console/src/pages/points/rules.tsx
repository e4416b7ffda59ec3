/** 积分规则: every rule with its versions; a change is a new version from a time on. */
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, moneyText, pointsText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorPoints.rules>;
const names: Readonly<Record<Row["ruleId"], string>> = {
  order: "下单",
  sign_in: "每日签到",
  first_order: "首单任务",
  nickname: "完善昵称",
  first_coupon: "首次领券",
};

/** The first versions came with the product, without an operator. */
const reasonOf = ({ madeBy, reason }: Row): string =>
  madeBy.startsWith("operator:") ? reason : "初始规则";

const of = columnsOf<Row>();
const columns = [
  of.custom("rule", "规则", ({ ruleId }) => names[ruleId]),
  of.custom("version", "版本", ({ version }) => `第 ${version} 版`),
  of.custom("points", "积分", ({ points, unitFen }) =>
    unitFen === undefined
      ? `${points.join(" / ")} 分`
      : `每 ${moneyText(unitFen)} 得 ${pointsText(points[0] ?? 0)}`,
  ),
  of.custom("caps", "上限", ({ perOrder, perDay, perLife }) => {
    const caps = [
      perOrder === undefined ? "" : `每单 ${pointsText(perOrder)}`,
      perDay === undefined ? "" : `每天 ${pointsText(perDay)}`,
      perLife === undefined ? "" : `累计 ${pointsText(perLife)}`,
    ].filter(Boolean);
    return caps.length === 0 ? EMPTY : caps.join("，");
  }),
  of.custom("state", "状态", ({ isInForce, isOn }) => {
    if (!isInForce) return <StateTag tone="outline">未生效或已替换</StateTag>;
    return isOn ? <StateTag tone="ok">生效中</StateTag> : <StateTag tone="sand">已停用</StateTag>;
  }),
  of.custom("reason", "原因", reasonOf, { from: 1200 }),
  of.instant("startsAt", "生效于"),
];

export default function PointsRulesPage() {
  const [edited, setEdited] = useState<Row | undefined>(undefined);
  return (
    <FixedPage>
      <PageHead title="积分规则" text="修改会生成新版本，从生效时间起用；已得的积分不变" />
      <ResourceTable
        title="积分规则"
        query={() => apiQuery(api.operatorPoints.rules, {})}
        columns={columns}
        rowKey={({ ruleId, version }) => `${ruleId} ${version}`}
        onOpen={setEdited}
        empty={{ title: "还没有积分规则" }}
      />
      {edited && (
        <DrawerForm
          title={`修改规则：${names[edited.ruleId]}`}
          op={api.operatorPoints.changeRule}
          fixed={{ ruleId: edited.ruleId, sinceVersion: edited.version }}
          initial={{
            ...edited,
            points: edited.points.map(String),
            startsAt: undefined,
            reason: undefined,
          }}
          toInput={(values) => {
            const points = Array.isArray(values["points"]) ? values["points"].map(Number) : [];
            return { ...values, points, isOn: values["isOn"] === true };
          }}
          fields={[
            { kind: "switch", name: "isOn", label: "启用", isRequired: false },
            { kind: "lines", name: "points", label: "积分", help: "签到按周内第几天，每行一个" },
            ...(edited.unitFen === undefined
              ? []
              : [{ kind: "money", name: "unitFen", label: "每多少元计一次" } as const]),
            { kind: "points", name: "perOrder", label: "每单上限", help: "不填则不限" },
            { kind: "points", name: "perDay", label: "每天上限", help: "不填则不限" },
            { kind: "points", name: "perLife", label: "累计上限", help: "不填则不限" },
            { kind: "instant", name: "startsAt", label: "生效时间", help: "不填则立即生效" },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          submit="提交新版本"
          onClose={() => setEdited(undefined)}
        />
      )}
    </FixedPage>
  );
}
