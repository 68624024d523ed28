/** Home until the dashboard exists: what waits for the person, and the server's counts or the pages of their role. */
import type { MenuSection } from '@resources/menu'
import { Canvas } from '../page.styles'
import { CountsCard, type CountsCardProps } from './Counts'
import { Card, CardHead, CardTitle, Grid, Pages, PagesLink, Sentence } from './Home.styles'
import { QueueCard, type Queue } from './Queue'

export interface HomeProps {
  queues: readonly Queue[]
  /** Null for a role without the dashboard, whose first screen leads to its pages instead. */
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
  return (
    <Canvas>
      <Grid>
        <QueueCard queues={queues} />
        {counts ? <CountsCard {...counts} /> : <PagesCard pages={pages} />}
      </Grid>
    </Canvas>
  )
}
