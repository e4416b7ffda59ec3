/** Search and topics of the help articles: those of the operators, or the built-in ones. */
import type { HelpArticle } from "@yunjing/contract/schemas/content";

/** Returns the topics in the order of their first article. */
export const topicsOf = (articles: readonly HelpArticle[]): readonly string[] => [
  ...new Set(articles.map(({ topic }) => topic)),
];

/** Returns the articles that contain every search word, in order; of one topic, or of all. */
export function findArticles(
  articles: readonly HelpArticle[],
  typed: string,
  topic: string | undefined,
): readonly HelpArticle[] {
  const wanted = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return articles.filter((article) => {
    const text = [article.text, ...article.answer, ...article.words].join(" ").toLowerCase();
    const isOfTopic = topic === undefined || article.topic === topic;
    return isOfTopic && wanted.every((word) => text.includes(word));
  });
}
