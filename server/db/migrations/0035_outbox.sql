CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"topic" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"due_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease" uuid,
	"last_error" text,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("topic","due_at","id") WHERE delivered_at is null;--> statement-breakpoint
CREATE INDEX "outbox_delivered" ON "outbox" USING btree ("delivered_at") WHERE delivered_at is not null;