/** 排期价: the prices of a benefit that begin or end later, and withdrawing one before it begins. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { moneyText, timeText } from "../../parts/format.ts";
import { StateTag } from "../../parts/tag.tsx";
import type { DraftSku } from "./draft-fields.ts";
import { marginOf, skuName, withdrawPrice } from "./sku-words.ts";

export function PlannedPrices(props: {
  readonly benefitId: string;
  readonly skus: readonly DraftSku[];
}) {
  const { benefitId, skus } = props;
  const { data } = useQuery(apiQuery(api.operatorGoods.prices, { benefitId }));
  if (!data || data.list.length === 0) return null;
  const nameOf = (skuId: string) => {
    const known = skus.find((sku) => sku.skuId === skuId);
    return known ? skuName(known) : skuId;
  };
  return (
    <table aria-label="排期价">
      <thead>
        <tr>
          <th scope="col">排期价</th>
          <th scope="col">售价</th>
          <th scope="col">成本</th>
          <th scope="col">最低毛利</th>
          <th scope="col">从</th>
          <th scope="col">到</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {data.list.map((price) => {
          const { skuId, version, startsAt, endsAt, isInForce } = price;
          const { text, lossFen } = marginOf(price);
          return (
            <tr key={`${skuId}.${version}`}>
              <th scope="row">
                {nameOf(skuId)}
                <small>
                  v{version} {price.madeBy}
                </small>
              </th>
              <td>{moneyText(price.priceFen)}</td>
              <td>{moneyText(price.costFen)}</td>
              <td data-loss={lossFen > 0 || undefined}>{text}</td>
              <td>{timeText(startsAt)}</td>
              <td>{endsAt === undefined ? "长期" : timeText(endsAt)}</td>
              <td>
                {isInForce ? (
                  <StateTag tone="ok">生效中</StateTag>
                ) : may("catalog:edit") ? (
                  <Button size="small" onClick={() => void withdrawPrice(price)}>
                    撤销
                  </Button>
                ) : (
                  <StateTag tone="outline">待生效</StateTag>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
