ALTER TABLE "permission_sets" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "permission_sets" ADD COLUMN "store_code" text;--> statement-breakpoint
ALTER TABLE "permission_sets" ADD COLUMN "created_by" uuid;