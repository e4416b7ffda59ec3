/** Every brand that has benefits, as tiles that link to them. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../../api.ts";
import { BrandPlate, BrandPlates } from "../../../components/brand-plate.tsx";
import { Section } from "../../../components/card.tsx";
import { EmptyState, ErrorBlock } from "../../../components/empty-state.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { navigateTo } from "../../../shell/navigate.ts";

const pathOf = (code: string): string => `/pages/benefit/search?brand=${encodeURIComponent(code)}`;

export function AllBrands() {
  const { data, isLoadingError, refetch } = useQuery(apiQuery(api.home.brands, {}));
  if (!data) {
    return isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton shape="card" count={3} />;
  }
  if (data.list.length === 0) return <EmptyState scene="box" title="暂无品牌" />;
  return (
    <div className="grid gap-3">
      <Section title="全部品牌" note={`${data.list.length} 个`}>
        <BrandPlates label="全部品牌">
          {data.list.map(({ code, name, count, picture }) => (
            <BrandPlate
              key={code}
              name={name}
              count={count}
              artwork={picture.artwork}
              tint={picture.tint}
              photo={picture.photo}
              href={pathOf(code)}
              onPress={() => void navigateTo(pathOf(code))}
            />
          ))}
        </BrandPlates>
      </Section>
    </div>
  );
}
