//! Descriptions of what is sent where no single type has that form: a view that stands alone carries the field `message`,
//! which names its kind, and the state of a lean socket has packed moves. They exist for the OpenAPI document only; the
//! server writes them from [`crate::Message`] and [`PackedMoves`].

use crate::packed::PackedMoves;
use crate::view::{CourseView, DrawingView, EventsView, FramesView, ReplayView, View, YouView};
use std::borrow::Cow;
use utoipa::openapi::schema::{AllOfBuilder, ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::{Ref, RefOr};
use utoipa::{PartialSchema, ToSchema};

type Parts = Vec<(String, RefOr<Schema>)>;

fn reference<T: ToSchema>() -> RefOr<Schema> {
    Ref::from_schema_name(T::name()).into()
}

fn note<T: ToSchema>(parts: &mut Parts) {
    parts.push((T::name().into_owned(), T::schema()));
    T::schemas(parts);
}

/// A view with the word that names its kind.
fn message<T: ToSchema>(word: &str, about: &str) -> RefOr<Schema> {
    let kind = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([word]));
    let field = ObjectBuilder::new().property("message", kind).required("message");
    AllOfBuilder::new().description(Some(about)).item(reference::<T>()).item(field).into()
}

macro_rules! messages {
    ($($name:ident: $word:literal $view:ty = $about:literal;)*) => {$(
        #[doc = $about]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                message::<$view>($word, $about)
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn schemas(parts: &mut Parts) {
                note::<$view>(parts);
            }
        }
    )*};
}

messages! {
    StateMessage: "state" View = "A table as a viewer sees it, as a message.";
    LeanStateMessage: "state" LeanView = "A table on a lean socket, as a message.";
    EventsMessage: "events" EventsView = "Events, as a message.";
    ReplayMessage: "replay" ReplayView = "An earlier position of the game, as a message.";
    FramesMessage: "frames" FramesView = "Several positions of the game, as a message.";
    CourseMessage: "course" CourseView = "The turns of the game, as a message.";
    DrawingMessage: "drawing" DrawingView = "A position as text, as a message.";
}

/// An object's schema with another one for a field.
fn with_field<T: ToSchema>(field: &str, about: &str, value: impl Into<RefOr<Schema>>) -> RefOr<Schema> {
    let mut schema = T::schema();
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.description = Some(about.to_owned());
        object.properties.insert(field.to_owned(), value.into());
    }
    schema
}

/// What the viewer can do for one seat, with packed moves.
#[derive(Clone, Copy, Debug)]
pub struct LeanYou;

impl PartialSchema for LeanYou {
    fn schema() -> RefOr<Schema> {
        let about = "What the viewer can do for one seat, with packed moves.";
        with_field::<YouView>("moves", about, reference::<PackedMoves>())
    }
}

impl ToSchema for LeanYou {
    fn name() -> Cow<'static, str> {
        "LeanYou".into()
    }

    fn schemas(parts: &mut Parts) {
        note::<PackedMoves>(parts);
        YouView::schemas(parts);
    }
}

/// A table as a viewer on a lean socket sees it.
#[derive(Clone, Copy, Debug)]
pub struct LeanView;

impl PartialSchema for LeanView {
    fn schema() -> RefOr<Schema> {
        let you = ArrayBuilder::new()
            .items(reference::<LeanYou>())
            .description(Some("What the viewer can do, for each of its seats."));
        with_field::<View>("you", "A table as a viewer on a lean socket sees it: its moves are packed.", you)
    }
}

impl ToSchema for LeanView {
    fn name() -> Cow<'static, str> {
        "LeanView".into()
    }

    fn schemas(parts: &mut Parts) {
        note::<LeanYou>(parts);
        View::schemas(parts);
    }
}

/// The state on a socket, which is lean if the client asked for that.
#[derive(Clone, Copy, Debug)]
pub struct SocketState;

impl PartialSchema for SocketState {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .description(Some("The whole state; with packed moves on a lean socket."))
            .item(reference::<StateMessage>())
            .item(reference::<LeanStateMessage>())
            .into()
    }
}

impl ToSchema for SocketState {
    fn name() -> Cow<'static, str> {
        "SocketState".into()
    }

    fn schemas(parts: &mut Parts) {
        note::<StateMessage>(parts);
        note::<LeanStateMessage>(parts);
    }
}
