import type { ProductPage } from "#schema/pages/pages.ts";
import { JsonLd } from "../../../layout/json-ld.tsx";
import { questionsOf } from "./answers.ts";

/** Fewer are no list of questions for search engines. */
const FAQ_MIN = 2;

export function Questions({ data }: { data: ProductPage }) {
  const questions = questionsOf(data);
  if (questions.length === 0) return null;
  return (
    <section className="section" aria-labelledby="questions-title">
      <h2 id="questions-title">Questions about leaving {data.product.name}</h2>
      <div className="answers">
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <h3>{question}</h3>
            <p>{answer}</p>
          </div>
        ))}
      </div>
      {questions.length >= FAQ_MIN && <JsonLd data={faqPage(questions)} />}
    </section>
  );
}

const faqPage = (questions: ReturnType<typeof questionsOf>) => ({
  "@type": "FAQPage",
  mainEntity: questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});
