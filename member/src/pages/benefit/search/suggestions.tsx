/** Search suggestions for the typed text. Responses to earlier text are dropped. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../../api.ts";
import { Card } from "../../../components/card.tsx";
import { search } from "../../../components/icons.ts";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { useDebounced } from "../../../components/use-debounced.ts";
import type { SearchCriteria } from "./results.tsx";
import { useCity } from "../../../shell/use-city.ts";

interface SuggestionsProps {
  readonly words: string;
  readonly onSearch: (keyword: string) => void;
  readonly onBenefit: (benefitId: string) => void;
  readonly onFilter: (found: SearchCriteria, text: string) => void;
}

const kindNames = { benefit: undefined, brand: "品牌", category: "分类" } as const;

export function Suggestions({ words, onSearch, onBenefit, onFilter }: SuggestionsProps) {
  const keyword = useDebounced(words);
  const city = useCity();
  // The query for the earlier text is cancelled when no component uses it any more.
  const { data } = useQuery({
    ...apiQuery(api.home.suggest, { keyword, regionCode: city.code }),
    placeholderData: keepPreviousData,
  });
  const list = data?.list ?? [];
  return (
    <Card>
      <ListRows label="搜索建议">
        <ListRow icon={search} name={`搜索“${words}”`} onPress={() => onSearch(words)} />
        {list.map(({ kind, id, text, count }) => (
          <ListRow
            key={`${kind}${id}`}
            icon={search}
            name={text}
            {...(kindNames[kind]
              ? { value: `${kindNames[kind]}${count === undefined ? "" : ` ${count} 项`}` }
              : {})}
            onPress={() => {
              if (kind === "benefit") onBenefit(id);
              else onFilter(kind === "brand" ? { brand: id } : { category: id }, text);
            }}
          />
        ))}
      </ListRows>
    </Card>
  );
}
