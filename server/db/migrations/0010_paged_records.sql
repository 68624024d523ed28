CREATE TABLE "erasure_keys" (
	"record_id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscribers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"consent_at" timestamp (3) with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"consent_ip" text,
	"locale" text NOT NULL,
	"status" text NOT NULL,
	"unsubscribed_at" timestamp (3) with time zone,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(email, ''))) STORED NOT NULL,
	"erased_at" timestamp (3) with time zone,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscribers_email_unique" ON "newsletter_subscribers" USING btree ("store_code",lower("email")) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_created_at" ON "newsletter_subscribers" USING btree ("created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_store_code_created_at" ON "newsletter_subscribers" USING btree ("store_code","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_status_created_at" ON "newsletter_subscribers" USING btree ("status","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_store_code_status_created_at" ON "newsletter_subscribers" USING btree ("store_code","status","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_source_created_at" ON "newsletter_subscribers" USING btree ("source","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_store_code_source_created_at" ON "newsletter_subscribers" USING btree ("store_code","source","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_locale_created_at" ON "newsletter_subscribers" USING btree ("locale","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_store_code_locale_created_at" ON "newsletter_subscribers" USING btree ("store_code","locale","created_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_consent_at" ON "newsletter_subscribers" USING btree ("consent_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_store_code_consent_at" ON "newsletter_subscribers" USING btree ("store_code","consent_at","id") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_subscribers_search" ON "newsletter_subscribers" USING gin ("search_text" gin_trgm_ops);