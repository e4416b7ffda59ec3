/** 卡密库存: our own cards by product, and their import with a dry run first. */
import { Upload } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { Gate } from "../../parts/gate.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorSupply.stock>;
const REFUSED_SHOWN = 5;

const of = columnsOf<Row>();
const columns = [
  of.custom("product", "商品", ({ product, title }) => (
    <TwoLines first={title ?? product} second={title === undefined ? "没有在售的规格" : product} />
  )),
  of.count("free", "可用"),
  of.count("given", "已发"),
  of.count("expired", "已过期"),
  of.day("nextEnd", "最早到期", { from: 1200 }),
  of.custom("low", "状态", ({ isLow }) =>
    isLow ? <StateTag tone="warn">快用完</StateTag> : <StateTag tone="ok">充足</StateTag>,
  ),
];

type Import = Parameters<typeof api.operatorSupply.importCards>[0];
type Checked = Awaited<ReturnType<typeof api.operatorSupply.importCards>>;

/** Shows what the dry run found, and imports the cards for good. */
const confirmImport = ({ product, cards, validUntil }: Import, { added, refused }: Checked) =>
  askReason({
    op: api.operatorSupply.importCards,
    input: { product, cards, dryRun: false, ...(validUntil === undefined ? {} : { validUntil }) },
    title: "卡密入库",
    effect: [
      `${product}：${added} 张可以入库`,
      ...refused.slice(0, REFUSED_SHOWN).map(({ line, why }) => `第 ${line} 行不入库：${why}`),
      ...(refused.length > REFUSED_SHOWN
        ? [`另有 ${refused.length - REFUSED_SHOWN} 行不入库`]
        : []),
      "入库后卡密不再显示",
    ],
    confirm: `入库 ${added} 张`,
    done: "已入库",
  });

export default function CardStockPage() {
  const [isImporting, setImporting] = useState(false);
  return (
    <FixedPage>
      <PageHead
        title="卡密库存"
        text="自有卡密按商品统计；导入先试运行，入库后卡密不再显示"
        actions={
          <Gate may={["supply:manage", "stock:import"]}>
            <Button look="solid" icon={<Upload />} onClick={() => setImporting(true)}>
              导入卡密
            </Button>
          </Gate>
        }
      />
      <ResourceTable
        title="卡密库存"
        query={() => apiQuery(api.operatorSupply.stock, {})}
        columns={columns}
        rowKey={({ product }) => product}
        empty={{ title: "还没有自有卡密", text: "导入后，按商品显示可用、已发和到期。" }}
      />
      {isImporting && (
        <DrawerForm
          title="导入卡密"
          op={api.operatorSupply.importCards}
          fixed={{ dryRun: true, reason: "试运行" }}
          fields={[
            {
              kind: "text",
              name: "product",
              label: "商品编号",
              placeholder: "video-month",
              help: "与渠道里的供应商商品一致：字母、数字、- 和 _",
            },
            {
              kind: "area",
              name: "cards",
              label: "卡密",
              help: "每行一张：卡号，逗号后面是密码",
            },
            { kind: "instant", name: "validUntil", label: "有效期至", help: "不填则长期有效" },
          ]}
          submit="先试运行"
          done="试运行完成"
          onClose={() => setImporting(false)}
          onDone={(checked, input) => void confirmImport(input, checked)}
        />
      )}
    </FixedPage>
  );
}
