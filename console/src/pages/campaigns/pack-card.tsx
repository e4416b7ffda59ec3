/** 券包里的券 of a campaign: what became of each. */
import type { api, OutputOf } from "../../api/client.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { countText, EMPTY, moneyText } from "../../parts/format.ts";
import { Card } from "../../parts/page-head.tsx";
import { offText } from "./campaign-words.ts";
import { packSize } from "./pack.ts";
import styles from "./campaigns.module.css";

type Parts = NonNullable<OutputOf<typeof api.operatorCampaigns.detail>["parts"]>;

export function PackCard({ parts }: { readonly parts: Parts }) {
  return (
    <Card title="券包里的券" aside={`一份 ${packSize(parts)} 张，一起发放`}>
      <DataTable className={styles.parts} caption="券包里每种券的发放和使用">
        <thead>
          <tr>
            <th scope="col">券</th>
            <th scope="col">每份</th>
            <th scope="col">已发</th>
            <th scope="col">已用</th>
            <th scope="col">使用率</th>
            <th scope="col">减了</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ templateId, title, rules, count, given, used, offFen }) => (
            <tr key={templateId}>
              <th scope="row">
                {title}
                <small>{offText({ rules })}</small>
              </th>
              <td>{countText(count)} 张</td>
              <td>{countText(given)} 张</td>
              <td>{countText(used)} 张</td>
              <td>{given === 0 ? EMPTY : `${((used / given) * 100).toFixed(1)}%`}</td>
              <td>{moneyText(offFen)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Card>
  );
}
