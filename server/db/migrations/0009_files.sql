CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"visibility" text NOT NULL,
	"record_id" uuid,
	"content_type" text NOT NULL,
	"byte_size" integer NOT NULL,
	"width" integer,
	"height" integer,
	"sha256" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"thumbnail" "bytea",
	"name" text,
	"created_by" uuid NOT NULL,
	"store" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attached_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "files_unattached" ON "files" USING btree ("created_at") WHERE attached_at is null;--> statement-breakpoint
CREATE INDEX "files_unattached_of_person" ON "files" USING btree ("created_by") WHERE attached_at is null;--> statement-breakpoint
CREATE INDEX "files_record" ON "files" USING btree ("record_id");--> statement-breakpoint
-- Images and PDFs are compressed already: Postgres need not try again.
ALTER TABLE "files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
-- Marks files as a record's and returns their ids, as the value of the column that references them: it runs within the statement
-- that writes the record, and a refusal undoes both. Of a record's own files nothing changes; of all others each must be the
-- person's upload for this purpose in their store that no record references yet. Rows are locked in one order.
CREATE FUNCTION "attach_files"("ids" uuid[], "for_purpose" text, "person" uuid, "of_store" text, "to_record" uuid, "at" timestamptz) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
	"marked" integer;
BEGIN
	PERFORM FROM files f WHERE f.id = ANY (ids) ORDER BY f.id FOR UPDATE;
	UPDATE files f SET record_id = to_record, attached_at = coalesce(f.attached_at, at)
	WHERE f.id = ANY (ids) AND f.purpose = for_purpose AND (
		f.record_id = to_record OR (f.attached_at IS NULL AND f.created_by = person AND f.store IS NOT DISTINCT FROM of_store));
	GET DIAGNOSTICS marked = ROW_COUNT;
	IF marked < (SELECT count(DISTINCT id) FROM unnest(ids) AS id) THEN
		RAISE EXCEPTION 'a file cannot be attached' USING ERRCODE = 'check_violation', CONSTRAINT = 'files_attachable.' || split_part(for_purpose, '.', 2);
	END IF;
	RETURN ids;
END
$$;
