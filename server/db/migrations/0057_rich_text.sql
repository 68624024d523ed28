-- Bodies of pages become rich text: the document of the editor, as JSON (src/contract/rich-text).

-- The words of a document, one line for each paragraph and heading, as the contract's `wordsOf`. Strict: lax paths would visit the
-- members of an array twice.
CREATE FUNCTION "words_of"("document" jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT string_agg(line, E'\n' ORDER BY place) FROM (
	SELECT place, coalesce((
		SELECT string_agg(CASE WHEN part->>'type' = 'hardBreak' THEN ' ' ELSE part->>'text' END, '' ORDER BY at)
		FROM jsonb_array_elements(block->'content') WITH ORDINALITY parts(part, at)
	), '') AS line
	FROM jsonb_path_query(document, 'strict $.** ? (@.type == "paragraph" || @.type == "heading")') WITH ORDINALITY blocks(block, place)
) lines
$$;--> statement-breakpoint
-- A list of blocks as a document, as the contract's `documentOfBlocks`; null for none.
CREATE FUNCTION "document_of_blocks"("blocks" jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
SELECT CASE WHEN jsonb_array_length(blocks) > 0 THEN jsonb_build_object('type', 'doc', 'content', (
	SELECT jsonb_agg(CASE block->>'kind'
		WHEN 'HEADING' THEN jsonb_build_object('type', 'heading', 'attrs', jsonb_build_object('level', 2)) || line
		WHEN 'QUOTE' THEN jsonb_build_object('type', 'blockquote', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph') || line))
		ELSE jsonb_build_object('type', 'paragraph') || line END ORDER BY place)
	FROM jsonb_array_elements(blocks) WITH ORDINALITY b(block, place)
	CROSS JOIN LATERAL (
		SELECT CASE WHEN count(*) = 0 THEN '{}'::jsonb ELSE jsonb_build_object('content', jsonb_agg(node ORDER BY number, is_text)) END AS line
		FROM (
			SELECT number, false AS is_text, '{"type": "hardBreak"}'::jsonb AS node
			FROM regexp_split_to_table(block->>'text', E'\n') WITH ORDINALITY t(text, number) WHERE number > 1
			UNION ALL
			SELECT number, true, jsonb_build_object('type', 'text', 'text', text)
			FROM regexp_split_to_table(block->>'text', E'\n') WITH ORDINALITY t(text, number) WHERE text <> ''
		) nodes
	) l
)) END
$$;--> statement-breakpoint
ALTER TABLE "site_pages" ALTER COLUMN "body" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "site_pages" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
UPDATE "site_pages" SET "body" = document_of_blocks("body");--> statement-breakpoint
-- Of the kept versions too, so that each can be compared and restored. Entries of the audit never change: the server reads their
-- lists of blocks as documents.
UPDATE "record_versions" SET "values" = jsonb_set("values", '{body}', coalesce(document_of_blocks("values"->'body'), 'null'))
WHERE "record" = 'sitePage' AND jsonb_typeof("values"->'body') = 'array';--> statement-breakpoint
DROP FUNCTION "document_of_blocks";--> statement-breakpoint
ALTER TABLE "site_pages" drop column "search_text";--> statement-breakpoint
ALTER TABLE "site_pages" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(coalesce(path, '')) || E'\n' || fold(coalesce(title, '')) || E'\n' || fold(coalesce(words_of(body), ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "site_pages_search" ON "site_pages" USING gin ("search_text" gin_trgm_ops);
