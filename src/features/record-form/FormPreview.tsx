/** The preview beside a form: one of those that a form can name, with what is typed now. Each is loaded when a form shows it. */
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { lazyComponent, type LazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { PreviewName, Resource, Row } from '@resources/resource'
import type { RecordValues } from './FieldInput'

/** What every preview is given. */
export interface PreviewProps {
  /** What is typed, by field. */
  values: Readonly<RecordValues>
  /** What the record is called with it; '' while nothing is typed. */
  name: string
  resource: Resource<Row>
  /** Of the record that is edited; null for a new one. */
  id: string | null
}

/** A preview that is missing here fails the type check. */
const PREVIEWS: { readonly [P in PreviewName]: LazyComponent<PreviewProps> } = {
  save: lazyComponent<PreviewProps>(() => import('./save-preview/SavePreview.container'), { name: 'The preview' }),
  searchResult: lazyComponent<PreviewProps>(() => import('./previews/SearchResultPreview'), { name: 'The preview' }),
}

export interface FormPreviewProps extends Pick<PreviewProps, 'resource' | 'id'> {
  name: PreviewName
  form: UseFormReturn<RecordValues>
}

export function FormPreview({ name, form, resource, id }: FormPreviewProps) {
  const values = useWatch({ control: form.control }) as RecordValues
  const Preview = PREVIEWS[name]
  const called = resource.nameFields.map((field) => (values[field] ?? '').trim()).filter(Boolean)
  return <Preview values={values} name={called.join(' ')} resource={resource} id={id} />
}
