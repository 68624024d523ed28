/** Home until the dashboard exists: what waits for the person, disabled accounts, or the pages of their role. */
import type { MenuSection } from '@resources/menu'
import { Canvas } from '../page.styles'
import { CountsCard, type CountsCardProps } from './Counts'
import { Card, CardHead, CardTitle, Pages, PagesLink, Sentence } from './Home.styles'
import { isEmptyQueue, Queues, type Queue } from './Queue'

export interface HomeProps {
  queues: readonly Queue[]
  /** Null for a person who may enable nobody. */
  counts: CountsCardProps | null
  /** The person's pages, without those that are not built. */
  pages: readonly MenuSection[]
}

function PagesCard({ pages }: Pick<HomeProps, 'pages'>) {
  return (
    <Card aria-labelledby="pages">
      <CardHead>
        <CardTitle id="pages">Your pages</CardTitle>
      </CardHead>
      {pages.length === 0 ? (
        <Sentence>None yet. Ask a super admin, or whoever else may assign permissions.</Sentence>
      ) : (
        <Pages>
          {pages.map(({ title, items }) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <ul>
                {items
                  .flatMap((item) => (item.subItem.length > 0 ? item.subItem : [item]))
                  .map((item) => (
                    <li key={item.url}>
                      <PagesLink to={item.url}>{item.title}</PagesLink>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </Pages>
      )}
    </Card>
  )
}

export function Home({ queues, counts, pages }: HomeProps) {
  const isIdle = queues.every(isEmptyQueue)
  return (
    <Canvas>
      <Queues queues={queues} />
      {counts && <CountsCard {...counts} />}
      {isIdle && !counts && <PagesCard pages={pages} />}
    </Canvas>
  )
}
