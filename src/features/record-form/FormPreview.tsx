/** The preview of the typed values next to a form, chosen by the form's definition and loaded when it is displayed. */
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { lazyComponent, type LazyComponent } from '@design-system/components/Lazy/lazy-component'
import type { PreviewName, Resource, Row } from '@resources/resource'
import type { RecordValues } from './FieldInput'

export interface PreviewProps {
  /** Typed values by field. */
  values: Readonly<RecordValues>
  /** Name of the record with these values; '' if none is typed. */
  name: string
  resource: Resource<Row>
  /** Id of the edited record; null for a new one. */
  id: string | null
}

/** A missing preview fails the type check. */
const PREVIEWS: { readonly [P in PreviewName]: LazyComponent<PreviewProps> } = {
  offerCard: lazyComponent<PreviewProps>(() => import('./previews/OfferCardPreview'), { name: 'The preview' }),
  save: lazyComponent<PreviewProps>(() => import('./save-preview/SavePreview.container'), { name: 'The preview' }),
  wheel: lazyComponent<PreviewProps>(() => import('./previews/WheelPreview.container'), { name: 'The preview' }),
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
