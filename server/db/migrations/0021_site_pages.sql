CREATE TABLE "record_versions" (
	"record_id" uuid NOT NULL,
	"version_no" integer NOT NULL,
	"record" text NOT NULL,
	"values" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "record_versions_record_id_version_no_pk" PRIMARY KEY("record_id","version_no")
);
--> statement-breakpoint
CREATE TABLE "site_pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"title" text NOT NULL,
	"body" jsonb DEFAULT '[]' NOT NULL,
	"redirects_from" jsonb DEFAULT '[]' NOT NULL,
	"meta_title" text,
	"meta_description" text,
	"canonical_url" text,
	"og_image_id" uuid,
	"noindex" boolean,
	"published_at" timestamp (3) with time zone,
	"version_no" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(path, '')) || E'\n' || fold(coalesce(title, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "site_pages_path_unique" ON "site_pages" USING btree ("store_code",lower("path"));--> statement-breakpoint
CREATE INDEX "site_pages_search" ON "site_pages" USING gin ("search_text" gin_trgm_ops);