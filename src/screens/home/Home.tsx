/** Home until the dashboard exists: the signed-in person, their rights, and the server's counts. */
import type { Profile } from '@contract/entities/profile'
import { Avatar } from '@design-system/primitives/Avatar/Avatar'
import { KeyValueList } from '@design-system/components/KeyValueList/KeyValueList'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { roleWords } from '@features/shared/role-label'
import { Canvas } from '../page.styles'
import { CountsCard, type CountsCardProps } from './Counts'
import type { RightsSection } from './rights-in-words'
import {
  Card,
  CardHead,
  CardTitle,
  Grid,
  Person,
  PersonMeta,
  PersonName,
  Rights,
  Sections,
  Sentence,
  Skeletons,
} from './Home.styles'

export interface HomeProps {
  /** Null while it loads, or if it could not be read (the frame shows this). */
  profile: Profile | null
  rights: 'everything' | RightsSection[]
  counts: CountsCardProps
}

function You({ profile }: { profile: Profile }) {
  const name = `${profile.first_name} ${profile.last_name}`
  return (
    <>
      <Person>
        <Avatar name={profile.username} src={profile.avatar} size={40} />
        <div>
          <PersonName>{name}</PersonName>
          <PersonMeta>{roleWords(profile.role)}</PersonMeta>
        </div>
      </Person>
      <KeyValueList
        items={[
          { label: 'Username', value: profile.username },
          { label: 'Email', value: profile.email },
          { label: 'Store', value: profile.third_party_store_code ?? profile.store_code },
        ]}
      />
    </>
  )
}

function YouSoon() {
  return (
    <Skeletons>
      <Skeleton width={220} height={28} />
      <Skeleton width={160} />
      <Skeleton width={200} />
      <Skeleton width={140} />
    </Skeletons>
  )
}

function RightsShown({ rights }: Pick<HomeProps, 'rights'>) {
  if (rights === 'everything') {
    return (
      <Sentence>
        <strong>Everything.</strong> You may open every page, read every field, and add, change and disable every
        record.
      </Sentence>
    )
  }
  if (rights.length === 0)
    return <Sentence>Nothing yet. Ask a super admin, or whoever else may assign permissions.</Sentence>
  return (
    <Sections>
      {rights.map((section) => (
        <Rights key={section.title}>
          <h3>{section.title}</h3>
          <dl>
            {section.rights.map(({ subject, title, may }) => (
              <div key={subject}>
                <dt>{title}</dt>
                <dd>{may}</dd>
              </div>
            ))}
          </dl>
        </Rights>
      ))}
    </Sections>
  )
}

export function Home({ profile, rights, counts }: HomeProps) {
  return (
    <Canvas>
      <Grid>
        <Card aria-labelledby="you" aria-busy={profile === null}>
          <CardHead>
            <CardTitle id="you">Signed in as</CardTitle>
          </CardHead>
          {profile ? <You profile={profile} /> : <YouSoon />}
        </Card>
        <CountsCard {...counts} />
      </Grid>
      <Card aria-labelledby="rights">
        <CardHead>
          <CardTitle id="rights">What you may do</CardTitle>
        </CardHead>
        <RightsShown rights={rights} />
      </Card>
    </Canvas>
  )
}
