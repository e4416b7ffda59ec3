/** 等级: the levels from the lowest, and what each requires and gives. */
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";

type Row = Item<typeof api.operatorLevels.list>;
const of = columnsOf<Row>();
const columns = [
  of.custom("name", "等级", ({ grade, name }) => (
    <TwoLines first={name} second={`第 ${grade} 级`} />
  )),
  of.count("growthFrom", "成长值起"),
  of.custom("keep", "有效期", ({ keepDays }) => `${keepDays} 天`, { align: "right" }),
  of.custom("rate", "积分倍率", ({ pointsRate }) => `${(pointsRate / 100).toFixed(2)} 倍`, {
    align: "right",
  }),
  of.custom("benefits", "权益", ({ benefits }) =>
    benefits.length === 0 ? EMPTY : benefits.map(({ name }) => name).join("、"),
  ),
  of.custom("coupons", "升级礼券", ({ couponTemplates }) =>
    couponTemplates.length === 0 ? EMPTY : `${couponTemplates.length} 张`,
  ),
  of.custom("version", "版本", ({ version }) => `第 ${version} 版`, { from: 1200 }),
];

export default function LevelsPage() {
  const [edited, setEdited] = useState<Row | undefined>(undefined);
  return (
    <FixedPage>
      <PageHead title="等级" text="修改后，会员从下一次成长或有效期结束时按新规则判断" />
      <ResourceTable
        title="等级"
        query={() => apiQuery(api.operatorLevels.list, {})}
        columns={columns}
        rowKey={({ grade }) => String(grade)}
        onOpen={setEdited}
        empty={{ title: "还没有等级" }}
      />
      {edited && (
        <DrawerForm
          title={`修改 ${edited.name}`}
          op={api.operatorLevels.change}
          fixed={{
            grade: String(edited.grade),
            sinceVersion: edited.version,
            benefits: edited.benefits,
          }}
          initial={{
            name: edited.name,
            growthFrom: edited.growthFrom,
            keepDays: edited.keepDays,
            pointsRate: edited.pointsRate,
            couponTemplates: edited.couponTemplates,
          }}
          toInput={(values) => ({
            ...values,
            couponTemplates: [values["couponTemplates"] ?? []].flat().map(String),
          })}
          fields={[
            { kind: "text", name: "name", label: "名称" },
            { kind: "number", name: "growthFrom", label: "成长值起" },
            { kind: "number", name: "keepDays", label: "有效期", unit: "天" },
            {
              kind: "number",
              name: "pointsRate",
              label: "积分倍率",
              unit: "%",
              help: "100 为一倍",
            },
            {
              kind: "lines",
              name: "couponTemplates",
              label: "升级礼券",
              help: "活动编号，每行一个",
              isRequired: false,
            },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </FixedPage>
  );
}
